/// What does the worst of the web do to us?
///
/// More than a hundred ways to misbehave, each on a loopback host of its own with what must happen,
/// and a crawl of them all by the real crawler. None may stop it, cost it its books or its archive,
/// or lead it to the canary, a server that no user allowed.
@org.jspecify.annotations.NullMarked
package nephila.testweb.hostile;
