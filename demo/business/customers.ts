import { checkLetter, TAX_LENGTH, TAX_LETTERS } from '../../runtime/core/numbers/taxNumber.ts';
import type { SourceLang } from '../../runtime/core/text/lang.ts';
import { hash01 } from '../simulator/noise.ts';
import { CITIES, CITY_PLACES, CUSTOMERS_NORTH, CUSTOMERS_SOUTH, type CustomerSeed } from './customerNames.ts';

const PUBLIC = new Set(['utilities', 'cultureEducationHealth']);
const SOURCES = ['companyResource', 'tenderPlatform', 'onlineHotline', 'offlineReferral'];
const LEVELS = ['PP', 'NP', 'NP', 'VIP', 'SVIP'];
const RATINGS = ['whitelist', 'normal', 'normal', 'normal', 'blacklist'];
const PRIVATE_NATURES = [
  'privateOrdinary',
  'privateOrdinary',
  'privateListed',
  'stateOwned',
  'foreignAsia',
  'foreignEuropeAmerica',
  'hmtEnterprise',
];
const YEAR_MS = 31_536_000_000;

function pick(list: readonly string[], seed: number, index: number): string {
  return list[Math.floor(hash01(seed, index) * list.length)] ?? '';
}

export function demoTaxNumber(index: number): string {
  const tail = Array.from({ length: TAX_LENGTH - 3 }, (_, place) =>
    pick([...TAX_LETTERS], 900 + place, index),
  );
  const letters = `91${tail.join('')}`;
  return letters + checkLetter(letters);
}

/** Largest distance of the customers of a city from its centre, in degrees. */
const SPREAD = 0.25;

/** Returns a separate place within the city. */
function placeOf(city: string, index: number): { longitude?: number; latitude?: number } {
  const middle = CITY_PLACES[city];
  if (!middle) return {};
  const [longitude, latitude] = middle.map(
    (degrees, axis) => Math.round((degrees + (hash01(20 + axis, index) - 0.5) * SPREAD) * 1e6) / 1e6,
  );
  return { longitude, latitude };
}

function makeCustomer(
  [zh, en, subIndustry, city]: CustomerSeed,
  index: number,
  lang: SourceLang,
): Record<string, unknown> {
  const industry = subIndustry.slice(0, subIndustry.indexOf('.'));
  return {
    name: lang === 'zh' ? zh : en,
    industry,
    subIndustry,
    city: lang === 'zh' ? city : CITIES[city],
    ...placeOf(city, index),
    nature: PUBLIC.has(industry)
      ? pick(['government', 'stateOwned'], 1, index)
      : pick(PRIVATE_NATURES, 2, index),
    source: pick(SOURCES, 4, index),
    level: pick(LEVELS, 5, index),
    creditRating: pick(RATINGS, 6, index),
    taxNumber: demoTaxNumber(index),
  };
}

/**
 * Number of customers of a tenant that order repeatedly, order once, or are lost. The other customers have no order.
 */
interface Shares {
  repeatDeal: number;
  deal: number;
  lost: number;
}
const SHARES: Readonly<Record<'south' | 'north', Shares>> = {
  south: { repeatDeal: 7, deal: 10, lost: 3 },
  north: { repeatDeal: 3, deal: 4, lost: 2 },
};

/** Sets the states. A blacklisted customer gets no orders. */
function withStates(rows: readonly Record<string, unknown>[], { repeatDeal, deal, lost }: Shares) {
  let [sold, left] = [0, lost];
  return rows.map((row, place) => {
    const isOpen = row.creditRating !== 'blacklist';
    if (isOpen && sold < repeatDeal + deal) {
      sold += 1;
      return { ...row, state: sold <= repeatDeal ? 'repeatDeal' : 'deal' };
    }
    const isLost = left > 0 && (!isOpen || place >= rows.length - left);
    if (isLost) left -= 1;
    return { ...row, state: isLost ? 'lost' : 'developing' };
  });
}

/** Returns customers of a demo tenant as rows of their table, created and last changed at times of the past year. */
export function demoCustomers(south: boolean, lang: SourceLang, now: number): Record<string, unknown>[] {
  const rows = (south ? CUSTOMERS_SOUTH : CUSTOMERS_NORTH).map((seed, place) => {
    const index = place + (south ? 0 : 100);
    const created = now - YEAR_MS * (0.02 + 0.98 * hash01(7, index));
    const updated = now - (now - created) * hash01(8, index) * 0.5;
    return {
      ...makeCustomer(seed, index, lang),
      createdAt: new Date(created).toISOString(),
      updatedAt: new Date(updated).toISOString(),
    };
  });
  return withStates(rows, SHARES[south ? 'south' : 'north']);
}
