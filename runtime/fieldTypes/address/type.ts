import type { FieldType } from '../../core/fieldType.ts';
import { type Address, addressCell, formatAddress, PARTS, parseAddress } from './address.ts';

/** A postal address. All parts are optional. */
export const address: FieldType = {
  title: { zh: '地址', en: 'Address' },
  json: ['object'],
  implied: { properties: PARTS },
  column: 'jsonb',
  compare: 'words',
  filter: 'words',
  formatText: (value, { lang }) => formatAddress(value as Address, lang),
  cell: 'text',
  cellHelp: {
    zh: '地址，各部分用“ / ”分隔：省份 / 城市 / 街道 / 邮编 / 国家',
    en: 'An address, its parts separated by " / ": region / city / street / postcode / country',
  },
  formatCell: (value) => addressCell(value as Address),
  parseCell: parseAddress,
  control: 'address',
  isWide: true,
  makeSample: (index) => ({
    region: '浙江省',
    city: '杭州市',
    street: `文三路 ${90 + index} 号`,
    postcode: '310012',
  }),
};
