package nephila.sites;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import nephila.UserError;

/// Grades that people gave to sites: lines `site TAB grade`, or a grade for each of several people,
/// 1 to 4; commas or blanks serve as well as tabs, `#` begins a comment, a first line without
/// grades is a heading. A person who did not grade a site leaves `-` there.
///
/// The reference of a site is the mean of its grades, rounded, halves up. A person's score is the
/// share of sites to which they gave exactly the reference (paper 000, §4.3: librarians scored 60
/// to 80 %, the paper's importance 65 %).
public final class Ratings {
  /// A site with the grades people gave, 0 where a person gave none.
  private record Rated(String site, int[] grades) {
    int reference() {
      int sum = 0;
      int given = 0;
      for (int grade : grades) {
        sum += grade;
        given += grade > 0 ? 1 : 0;
      }
      return (int) Math.floor((double) sum / given + 0.5);
    }
  }

  private final List<Rated> rated = new ArrayList<>();
  private int people = -1;

  private Ratings() {}

  /// How grades agree with the people's.
  ///
  /// @param known of the rated sites
  /// @param same of them with the grade people gave
  /// @param sameAsPeopleCut the same when as many sites get each grade as people gave
  /// @param persons score of each person, in percent; empty when there is only one
  public record Score(int rated, int known, int same, int sameAsPeopleCut, List<Double> persons) {
    public double percent() {
      return known == 0 ? 0 : 100.0 * same / known;
    }

    public double percentAsPeopleCut() {
      return known == 0 ? 0 : 100.0 * sameAsPeopleCut / known;
    }
  }

  public static Ratings read(Path file, SiteWebs.By by) throws IOException {
    Ratings ratings = new Ratings();
    Map<String, Integer> seen = new HashMap<>();
    try (BufferedReader in = Files.newBufferedReader(file)) {
      int number = 0;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        number++;
        String text = line.strip();
        if (!text.isEmpty() && !text.startsWith("#")) {
          ratings.add(text.split("\\s*[,\\t ]\\s*"), file + "", number, seen, by);
        }
      }
    } catch (MalformedInputException e) {
      throw new UserError(file + ": is not UTF-8; a line is 'site TAB grade'", e);
    }
    if (ratings.rated.isEmpty()) {
      throw new UserError(file + ": holds no grades; a line is 'site TAB grade'");
    }
    return ratings;
  }

  private void add(
      String[] columns, String file, int line, Map<String, Integer> seen, SiteWebs.By by) {
    boolean heading = rated.isEmpty() && columns.length > 1 && !columns[1].matches("[-0-9.]+");
    if (heading) {
      return;
    }
    if (columns.length < 2 || (people > 0 && columns.length - 1 != people)) {
      throw UserError.atLine(
          file,
          line,
          (columns.length - 1)
              + " grades; expected "
              + (people > 0 ? people : "one for each person"));
    }
    people = columns.length - 1;
    int[] grades = new int[people];
    int given = 0;
    for (int i = 0; i < people; i++) {
      String grade = columns[i + 1];
      if (!grade.equals("-")) {
        if (!grade.matches("[1-4]")) {
          throw UserError.atLine(file, line, "grade '" + grade + "'; a grade is 1, 2, 3, 4 or -");
        }
        grades[i] = grade.charAt(0) - '0';
        given++;
      }
    }
    String site = SiteWebs.site(columns[0], by);
    Integer before = seen.putIfAbsent(site, line);
    if (before != null) {
      throw UserError.atLine(file, line, site + " was graded in line " + before + " already");
    }
    if (given > 0) {
      rated.add(new Rated(site, grades));
    }
  }

  /// How the grades of `sites` agree with the people's.
  public Score score(List<Site> sites) {
    Map<String, Site> byName = new HashMap<>();
    sites.stream().filter(Site::isGraded).forEach(site -> byName.put(site.name(), site));
    List<Rated> known = rated.stream().filter(each -> byName.containsKey(each.site())).toList();
    int[] reference = known.stream().mapToInt(Rated::reference).toArray();
    double[] importance = new double[reference.length];
    int same = 0;
    for (int i = 0; i < reference.length; i++) {
      Site site = byName.get(known.get(i).site());
      if (site != null) {
        importance[i] = site.importance();
        same += site.grade() == reference[i] ? 1 : 0;
      }
    }
    int[] cut = Grades.asPeopleDid(importance, reference);
    int sameCut = 0;
    for (int i = 0; i < cut.length; i++) {
      sameCut += cut[i] == reference[i] ? 1 : 0;
    }
    return new Score(rated.size(), known.size(), same, sameCut, people > 1 ? persons() : List.of());
  }

  private List<Double> persons() {
    List<Double> scores = new ArrayList<>();
    for (int person = 0; person < people; person++) {
      int given = 0;
      int same = 0;
      for (Rated each : rated) {
        int grade = each.grades()[person];
        given += grade > 0 ? 1 : 0;
        same += grade == each.reference() ? 1 : 0;
      }
      scores.add(given == 0 ? 0 : 100.0 * same / given);
    }
    return scores;
  }
}
