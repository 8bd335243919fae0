import { CamelCasePlugin } from 'kysely';

/** Returns the database name of tables and columns: `deviceVariable` → `device_variable`. */
export const snake = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Queries use `deviceSn` for the column `device_sn` of the database. */
class Names extends CamelCasePlugin {
  camel(name: string): string {
    return this.camelCase(name);
  }
}

export const names = new Names({ maintainNestedObjectKeys: true });

/** The plugin's functions for queries whose rows already have camelCase names. */
export const namesQuery = {
  transformQuery: (args: Parameters<CamelCasePlugin['transformQuery']>[0]) => names.transformQuery(args),
  transformResult: async ({ result }: Parameters<CamelCasePlugin['transformResult']>[0]) => result,
};
