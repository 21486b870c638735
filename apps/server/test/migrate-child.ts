// Opens a database in a separate process, for tests that kill it. Arguments: data folder, URL or '',
// and the folder of the migrations.
import { openDatabase } from '../src/database/database.ts';
import { DATABASE_OPTIONS } from './database-options.ts';

const [dataDirectory = '', databaseUrl = '', migrationsDirectory = ''] = process.argv.slice(2);
const database = await openDatabase({
  ...DATABASE_OPTIONS,
  dataDirectory,
  databaseUrl: databaseUrl || undefined,
  migrationsDirectory,
});
await database.close();
