// What DuckDB sees in nephila export --text FILE.parquet: columns, counts, the first pages.
//   node columns.js ROOT FILE.parquet
const path = require('path'), [root, file] = process.argv.slice(2), {DuckDBInstance} = require(path.join(root, 'npm/node_modules/@duckdb/node-api'));
(async () => {
  const db = await (await DuckDBInstance.create(':memory:')).connect();
  for (const sql of [`select column_name, column_type from (describe select * from '${file}')`,
    `select count(*) pages, count(distinct url) urls, count(distinct site) sites, sum(words) words from '${file}'`,
    `select rank, round(importance, 6) importance, words, url, title from '${file}' order by rank limit 5`]) {
    console.log((await db.runAndReadAll(sql)).getRowsJson().map(row => row.join('\t')).join('\n') + '\n');
  }
})();
