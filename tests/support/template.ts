/** `node template.ts FOLDER`: leaves there what a first start leaves, for servers that begin with a copy of it. */
import { createApp } from '../../server/app.ts';
import { loadConfig } from '../../server/platform/config.ts';
import { hashPassword } from './password.ts';
import { ADMIN, testEnv } from './server.ts';

const app = await createApp(loadConfig(testEnv(process.argv[2] ?? '')));
await app.db.system(async (trx) => {
  const passwordHash = hashPassword(ADMIN.password);
  await trx.updateTable('userAccount').set({ passwordHash }).execute();
});
await app.close();
