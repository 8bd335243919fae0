import { describe, expect, it } from 'vitest';
import { findCity, readPlaces } from '../../../../server/business/geocoder.ts';
import { readCompanies } from '../../../../server/business/register.ts';

describe('the city of an address', () => {
  it.each([
    ['江苏省苏州市吴中区', '江苏省/苏州市'],
    ['苏州', '江苏省/苏州市'],
    // The province decides between two cities.
    ['吉林省长春市吉林大路 1 号', '吉林省/长春市'],
    ['湘西凤凰县', '湖南省/湘西土家族苗族自治州'],
    ['北京市朝阳区', '北京市'],
    ['5 Industry Avenue, Suzhou', '江苏省/苏州市'],
    ['Danyang', null],
    ['', null],
  ])('%s is %s', (address, region) => {
    expect(findCity(address)?.region ?? null).toBe(region);
  });
});

describe('what services answer', () => {
  it('is a place in either format, or none', () => {
    expect(readPlaces({ result: { location: { lng: 1, lat: 2 } } })).toEqual({ longitude: 1, latitude: 2 });
    expect(readPlaces([{ lon: '1', lat: '2' }])).toEqual({ longitude: 1, latitude: 2 });
    for (const wrong of [null, [], {}, { result: 1 }, [{ lon: 'x', lat: 2 }], [{ lon: 500, lat: 2 }]])
      expect(readPlaces(wrong)).toBeNull();
  });

  it('is a list of companies with a name', () => {
    expect(readCompanies([{ name: ' A ', phone: 7 }, { name: '' }, null])).toEqual([
      { name: 'A', taxNumber: null, address: null, phone: null, bank: null, account: null },
    ]);
    expect(() => readCompanies({})).toThrow('list');
  });
});
