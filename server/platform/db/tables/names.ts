import { CamelCasePlugin } from 'kysely';

/** Returns what the database calls tables and columns: `deviceVariable` → `device_variable`. */
export const snake = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Queries say `deviceSn` where the database has `device_sn`. */
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
