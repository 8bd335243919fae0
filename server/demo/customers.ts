import { hash01 } from './simulator/noise.ts';

/** Name, sub-industry and city of invented companies. */
type Seed = readonly [name: string, subIndustry: string, city: string];

const SOUTH: readonly Seed[] = [
  ['苏州澄湖精密电子有限公司', 'manufacturing.electronics', '苏州'],
  ['无锡锡澜半导体材料有限公司', 'manufacturing.electronics', '无锡'],
  ['昆山启元汽车零部件有限公司', 'manufacturing.automotive', '苏州'],
  ['常州恒跃精工机械股份有限公司', 'manufacturing.machinery', '常州'],
  ['南通沧浪船用钢构有限公司', 'manufacturing.metal', '南通'],
  ['宁波甬川新材料有限公司', 'manufacturing.chemical', '宁波'],
  ['嘉兴南湖粮油食品有限公司', 'manufacturing.food', '嘉兴'],
  ['杭州西溪云数据中心有限公司', 'commercialBuildings.dataCentre', '杭州'],
  ['上海浦江冷链物流有限公司', 'commercialBuildings.logistics', '上海'],
  ['上海临港重装机械有限公司', 'manufacturing.machinery', '上海'],
  ['苏州金鸡湖商业管理有限公司', 'commercialBuildings.retail', '苏州'],
  ['湖州太湖水务集团', 'utilities.water', '湖州'],
  ['扬州广陵轨道交通运营公司', 'utilities.transport', '扬州'],
  ['镇江京口人民医院', 'cultureEducationHealth.hospital', '镇江'],
  ['南京紫金职业技术学院', 'cultureEducationHealth.school', '南京'],
  ['南京栖霞新能源开发有限公司', 'energy.storage', '南京'],
  ['徐州云龙热电有限公司', 'energy.generation', '徐州'],
  ['合肥巢湖光储科技有限公司', 'energy.storage', '合肥'],
  ['温州瓯越电气经销有限公司', 'channel.distributor', '温州'],
  ['深圳鹏湾系统集成有限公司', 'channel.integrator', '深圳'],
  ['广州珠江电力设计院', 'channel.designInstitute', '广州'],
  ['东莞松湖智能装备有限公司', 'manufacturing.machinery', '东莞'],
  ['佛山顺安铝业有限公司', 'manufacturing.metal', '佛山'],
  ['厦门鹭岛国际酒店', 'commercialBuildings.hotel', '厦门'],
  ['福州榕城体育中心', 'cultureEducationHealth.venue', '福州'],
  ['槟城南岛电子制造有限公司', 'manufacturing.electronics', '槟城'],
  ['柔佛新山数据港有限公司', 'commercialBuildings.dataCentre', '新山'],
  ['吐鲁番高昌葡萄酒业有限公司', 'manufacturing.food', '吐鲁番'],
  ['乌鲁木齐天山燃气有限公司', 'utilities.gas', '乌鲁木齐'],
  ['南昌赣江制药有限公司', 'manufacturing.chemical', '南昌'],
];

const NORTH: readonly Seed[] = [
  ['北京朔方轨道装备有限公司', 'manufacturing.machinery', '北京'],
  ['北京永定数据中心有限公司', 'commercialBuildings.dataCentre', '北京'],
  ['天津海河港务物流有限公司', 'commercialBuildings.logistics', '天津'],
  ['天津滨海石化有限公司', 'energy.oilGas', '天津'],
  ['唐山曹妃钢铁有限公司', 'manufacturing.metal', '唐山'],
  ['石家庄滹沱制药股份有限公司', 'manufacturing.chemical', '石家庄'],
  ['保定白洋淀汽车零部件有限公司', 'manufacturing.automotive', '保定'],
  ['太原汾河热力有限公司', 'utilities.gas', '太原'],
  ['大同云冈新能源有限公司', 'energy.generation', '大同'],
  ['呼和浩特敕勒乳业有限公司', 'manufacturing.food', '呼和浩特'],
  ['包头鹿城稀土材料有限公司', 'manufacturing.metal', '包头'],
  ['沈阳浑河机床有限公司', 'manufacturing.machinery', '沈阳'],
  ['大连星海船舶重工有限公司', 'manufacturing.machinery', '大连'],
  ['长春净月汽车电子有限公司', 'manufacturing.automotive', '长春'],
  ['吉林松花江化纤有限公司', 'manufacturing.chemical', '吉林'],
  ['哈尔滨冰城商业广场', 'commercialBuildings.retail', '哈尔滨'],
  ['大庆龙南石油装备有限公司', 'energy.oilGas', '大庆'],
  ['济南泉城供水集团', 'utilities.water', '济南'],
  ['青岛琴岛冷链有限公司', 'commercialBuildings.logistics', '青岛'],
  ['烟台芝罘葡萄酒业有限公司', 'manufacturing.food', '烟台'],
  ['潍坊鸢都电子有限公司', 'manufacturing.electronics', '潍坊'],
  ['郑州嵩岳国际机场服务公司', 'utilities.transport', '郑州'],
  ['洛阳伊川铝业有限公司', 'manufacturing.metal', '洛阳'],
  ['西安灞桥理工学院', 'cultureEducationHealth.school', '西安'],
  ['西安曲江文体中心', 'cultureEducationHealth.venue', '西安'],
  ['兰州黄河中心医院', 'cultureEducationHealth.hospital', '兰州'],
  ['银川贺兰光伏有限公司', 'energy.storage', '银川'],
  ['西宁高原电力设计院', 'channel.designInstitute', '西宁'],
  ['北京中轴系统集成有限公司', 'channel.integrator', '北京'],
  ['阿德莱德南港冷链有限公司', 'commercialBuildings.logistics', '阿德莱德'],
];

const PUBLIC = new Set(['utilities', 'cultureEducationHealth']);
const SOURCES = ['companyResource', 'tenderPlatform', 'onlineHotline', 'offlineReferral'];
const STATES = ['developing', 'developing', 'deal', 'deal', 'repeatDeal', 'lost'];
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
const TAX_LETTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const TAX_LENGTH = 18;

function pick(list: readonly string[], seed: number, index: number): string {
  return list[Math.floor(hash01(seed, index) * list.length)] ?? '';
}

function taxNumberOf(index: number): string {
  const tail = Array.from({ length: TAX_LENGTH - 2 }, (_, place) =>
    pick([...TAX_LETTERS], 900 + place, index),
  );
  return `91${tail.join('')}`;
}

function makeCustomer([name, subIndustry, city]: Seed, index: number): Record<string, unknown> {
  const industry = subIndustry.slice(0, subIndustry.indexOf('.'));
  return {
    name,
    industry,
    subIndustry,
    city,
    nature: PUBLIC.has(industry)
      ? pick(['government', 'stateOwned'], 1, index)
      : pick(PRIVATE_NATURES, 2, index),
    state: pick(STATES, 3, index),
    source: pick(SOURCES, 4, index),
    level: pick(LEVELS, 5, index),
    creditRating: pick(RATINGS, 6, index),
    taxNumber: taxNumberOf(index),
  };
}

/** Customers of a demo tenant as rows of their table, made and last changed at times of the past year. */
export function demoCustomers(south: boolean, now: number): Record<string, unknown>[] {
  return (south ? SOUTH : NORTH).map((seed, place) => {
    const index = place + (south ? 0 : 100);
    const created = now - YEAR_MS * (0.02 + 0.98 * hash01(7, index));
    const updated = now - (now - created) * hash01(8, index) * 0.5;
    return {
      ...makeCustomer(seed, index),
      createdAt: new Date(created).toISOString(),
      updatedAt: new Date(updated).toISOString(),
    };
  });
}
