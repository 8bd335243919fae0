/** Looks up companies and addresses in external services, before a customer is entered manually. */
import type { Calls } from '../../generated/calls.ts';
import { entityOf } from '../../runtime/core/definitions/entities.ts';
import { REGIONS } from '../../runtime/core/regions.ts';
import { engineContext } from '../engine/access/engine.ts';
import type { HandlerContext } from '../engine/context.ts';
import { findKnown } from '../engine/mapping/similar.ts';
import { AppError } from '../platform/errors/errors.ts';

/** The codes of map services for a result and for no result. */
const [FOUND, NOTHING] = [0, 1] as const;

export const companyLookupCalls = {
  async companiesNamed({ query: { name } }, ctx) {
    const companies = await ctx.register.find(name);
    const candidates = companies.map((one) => ({ name: one.name, key: one.taxNumber }));
    const known = await findKnown(engineContext(ctx), entityOf('customer'), candidates, 'taxNumber');
    return companies.map(({ name: found, taxNumber, address }, place) => ({
      ...{ name: found, taxNumber, address },
      known: known.get(place) ?? 'no',
    }));
  },

  async companyInfo({ body: { taxNumber, name } }, ctx) {
    const text = taxNumber ?? name;
    if (text === undefined) throw new AppError('http.invalid', {}, { field: '/taxNumber' });
    const found = await ctx.register.find(text);
    const one = found.find((company) =>
      taxNumber ? company.taxNumber === taxNumber : company.name === name,
    );
    if (!one) throw new AppError('register.unknown');
    return one;
  },

  addressPlace: ({ query: { address } }, ctx) => ctx.geocoder.find(address),

  async geocoder({ query: { address } }, ctx) {
    const place = await ctx.geocoder.find(address);
    if (!place) return { status: NOTHING, result: null };
    const { longitude: lng, latitude: lat, exact } = place;
    return { status: FOUND, result: { location: { lng, lat }, precise: exact ? 1 : 0 } };
  },

  cities: async () =>
    REGIONS.map(([name, nameEn, cities, longitude = null, latitude = null]) => ({
      ...{ name, nameEn, longitude, latitude },
      cities: cities.map(([city, cityEn, east, north]) => ({
        ...{ name: city, nameEn: cityEn, longitude: east, latitude: north },
      })),
    })),
} satisfies Partial<Calls<HandlerContext>>;
