// hyparquet reads a Parquet table: prints the number of rows and the first one.
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

const file = await asyncBufferFromFile(process.argv[2]);
const rows = await parquetReadObjects({ file, compressors });
console.log(rows.length);
console.log(JSON.stringify(rows[0], (name, value) => (typeof value === 'bigint' ? Number(value) : value)));
