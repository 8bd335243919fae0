/** The parts of a postal address, and an address as one line. */
import type { Field } from '../../../generated/definition.ts';
import { type Lang, nearLang, type SourceLang } from '../../core/text/lang.ts';

export const PARTS = {
  country: { type: 'string', title: { zh: '国家', en: 'Country' }, maxLength: 60 },
  region: { type: 'string', title: { zh: '省份', en: 'Region' }, maxLength: 60 },
  city: { type: 'string', title: { zh: '城市', en: 'City' }, maxLength: 60 },
  postcode: { type: 'string', title: { zh: '邮编', en: 'Postcode' }, maxLength: 20 },
  street: { type: 'string', title: { zh: '街道地址', en: 'Street' }, maxLength: 200 },
} as const satisfies Record<string, Field>;

type AddressPart = keyof typeof PARTS;
export type Address = Partial<Record<AddressPart, string | null>>;

/** Parts in postal order. Chinese addresses begin with the country, others end with it. */
const ORDER: Record<SourceLang, readonly AddressPart[]> = {
  zh: ['country', 'region', 'city', 'street', 'postcode'],
  en: ['street', 'city', 'region', 'postcode', 'country'],
};

export const formatAddress = (address: Address, lang: Lang): string =>
  ORDER[nearLang(lang)].flatMap((part) => address[part] || []).join(nearLang(lang) === 'zh' ? ' ' : ', ');

const SEPARATOR = ' / ';
const IN_CELL: readonly AddressPart[] = ['region', 'city', 'street', 'postcode', 'country'];

/** Returns an address as a file cell that can be parsed again. Empty parts at the end are omitted. */
export const addressCell = (address: Address): string =>
  IN_CELL.map((part) => (address[part] ?? '').replaceAll(SEPARATOR, ' '))
    .join(SEPARATOR)
    .replace(/(?: \/ )+$/, '');

/** Parses an address. A text without a separator is the street. */
export function parseAddress(text: string): Address {
  const parts = text.split(/\s*\/\s*/u);
  if (parts.length === 1) return { street: text.trim() };
  return Object.fromEntries(
    IN_CELL.flatMap((part, index) => {
      const value = (
        index === IN_CELL.length - 1 ? parts.slice(index).join(SEPARATOR) : (parts[index] ?? '')
      ).trim();
      return value === '' ? [] : [[part, value]];
    }),
  );
}
