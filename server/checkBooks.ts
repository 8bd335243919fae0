/** `npm run check:books`. */
import { findSource } from './backup/source.ts';
import { CommandError, readArguments, runCommand } from './connectors/http/command.ts';
import { checkBooks } from './engine/derived/checkBooks.ts';
import { loadConfig } from './platform/config.ts';
import { createDatabase } from './platform/db/index.ts';
import { createLogger } from './platform/log.ts';

const HELP = `npm run check:books
  counts the entries of all books again, and names the balances that differ; the server may be running
  (WATTDECK_DATA_DIR or DATABASE_URL say which database)`;

async function run(): Promise<void> {
  const { values } = readArguments({ help: { type: 'boolean', short: 'h' } });
  if (values.help) return console.log(HELP);
  const { dataDir, databaseUrl } = loadConfig(process.env);
  const source = databaseUrl === null ? await findSource(dataDir) : null;
  const db = createDatabase(source?.connection ?? { url: databaseUrl ?? '' }, createLogger('error'));
  try {
    const { balances, wrong } = await checkBooks(db);
    for (const { tenantId, entity, id, field, stored, counted } of wrong)
      console.error(
        `${entity} ${id} of tenant ${tenantId}: ${field} is ${stored}, and its entries make ${counted}`,
      );
    if (wrong.length > 0) throw new CommandError(`${wrong.length} of ${balances} balances differ`);
    console.log(`${balances} balances agree with their entries`);
  } finally {
    await db.close();
    await source?.close();
  }
}

runCommand(run);
