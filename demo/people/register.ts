/** The company register of the demo: invented companies, some of which are already customers. */

import type { SourceLang } from '../../runtime/core/text/lang.ts';
import type { Company, CompanySource } from '../../server/business/register.ts';
import { CITIES, CUSTOMERS_NORTH, CUSTOMERS_SOUTH, type CustomerSeed } from '../business/customerNames.ts';
import { demoTaxNumber } from '../business/customers.ts';

const NEW: readonly CustomerSeed[] = [
  ['苏州青剑湖光伏科技有限公司', 'Qingjian Lake Solar', 'energy.generation', '苏州'],
  ['苏州阳澄湖酒店管理有限公司', 'Yangcheng Lake Hotels', 'commercialBuildings.hotel', '苏州'],
  ['无锡蠡湖精密模具有限公司', 'Lihu Precision Moulds', 'manufacturing.machinery', '无锡'],
  ['杭州钱塘冷链仓储有限公司', 'Qiantang Cold Storage', 'commercialBuildings.logistics', '杭州'],
];
const FIRST_NEW = 200;
const FIRST_NORTH = 100;

function companyOf([zh, en, , city]: CustomerSeed, index: number, lang: SourceLang): Company {
  const place =
    lang === 'zh'
      ? `${city}市工业大道 ${index + 1} 号`
      : `${index + 1} Industry Avenue, ${CITIES[city] ?? city}`;
  return {
    ...{ name: lang === 'zh' ? zh : en, taxNumber: demoTaxNumber(index), address: place },
    ...{ phone: `0512-6${String(1_000_000 + index * 7_919).slice(0, 7)}` },
    bank: lang === 'zh' ? '中国工商银行' : 'Industrial and Commercial Bank',
    account: `6222${String(10_000_000_000 + index * 104_729).slice(0, 11)}`,
  };
}

export function registerDemo(lang: SourceLang): CompanySource {
  const of = (seeds: readonly CustomerSeed[], first: number) =>
    seeds.map((seed, place) => companyOf(seed, first + place, lang));
  const companies = [...of(NEW, FIRST_NEW), ...of(CUSTOMERS_SOUTH, 0), ...of(CUSTOMERS_NORTH, FIRST_NORTH)];
  return async (text) => {
    const part = text.toLowerCase();
    return companies.filter(({ name, taxNumber }) => taxNumber === text || name.toLowerCase().includes(part));
  };
}
