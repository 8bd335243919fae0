import { CamelCasePlugin } from 'kysely';

/** Returns the name of tables and columns in the database: `deviceVariable` → `device_variable`. */
export const snake = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Queries use `deviceSn` for the column `device_sn` of the database. */
class Names extends CamelCasePlugin {
  camel(name: string): string {
    return this.camelCase(name);
  }
}

export const names = new Names({ maintainNestedObjectKeys: true });

/** The same for queries whose rows have these names already. */
export const namesQuery = {
  transformQuery: (args: Parameters<CamelCasePlugin['transformQuery']>[0]) => names.transformQuery(args),
  transformResult: async ({ result }: Parameters<CamelCasePlugin['transformResult']>[0]) => result,
};
