/** Client of an external register of companies. It is off until an administrator sets its address. */
import { isObject } from '../../runtime/core/object.ts';
import { askJson } from '../platform/askJson.ts';
import type { Config } from '../platform/config.ts';
import { AppError } from '../platform/errors/errors.ts';
import type { Logger } from '../platform/log.ts';

declare module '../engine/context.ts' {
  interface Services {
    register: Register;
  }
}

export interface Company {
  name: string;
  taxNumber: string | null;
  address: string | null;
  phone: string | null;
  bank: string | null;
  account: string | null;
}

/** Finds companies whose name contains the text, or whose tax number equals it. */
export type CompanySource = (text: string) => Promise<readonly Company[]>;

export interface Register {
  find(text: string): Promise<readonly Company[]>;
}

/** After this time the lookup fails, and the user enters the company manually. */
const LIMIT_MS = 5_000;
const MAX_FOUND = 20;
const MAX_TEXT = 200;

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, MAX_TEXT) : null;

export function readCompanies(answer: unknown): Company[] {
  if (!Array.isArray(answer)) throw new Error('the register did not answer a list');
  return answer.flatMap((one: unknown) => {
    const name = isObject(one) ? textOf(one.name) : null;
    if (!isObject(one) || name === null) return [];
    const [taxNumber, address, phone] = [textOf(one.taxNumber), textOf(one.address), textOf(one.phone)];
    return [{ name, taxNumber, address, phone, bank: textOf(one.bank), account: textOf(one.account) }];
  });
}

const registerHttp =
  (template: string): CompanySource =>
  async (text) => {
    const address = template.replaceAll('{text}', encodeURIComponent(text));
    return readCompanies(await askJson(address, 'the register', LIMIT_MS));
  };

/** `demo` is used if no register is configured. */
export function createRegister(
  { config, log }: { config: Config; log: Logger },
  demo: CompanySource | null,
): Register {
  const source = config.registerUrl ? registerHttp(config.registerUrl) : demo;
  return {
    async find(text) {
      if (!source) return [];
      try {
        return (await source(text)).slice(0, MAX_FOUND);
      } catch (error) {
        log.warn('the register could not be asked', { error: String(error) });
        throw new AppError('register.silent');
      }
    },
  };
}
