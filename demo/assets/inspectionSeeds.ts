/** Templates of the demo's inspections: one for each kind of device, and how often it is used. */
import type { Text } from '../../generated/definition.ts';

export interface ItemSeed {
  part: Text;
  name: Text;
  standard: Text;
  /** A figure with its limits. Without it the inspector judges the item by eye. */
  figure?: { unit: string; lower?: number; upper?: number; usual: number; bad: number };
  photo?: true;
  /** The remark if the item is bad. */
  wrong: Text;
}

export interface TemplateSeed {
  key: string;
  name: Text;
  deviceType?: string;
  /** The end of the number (sn) of the inspected device. If absent, the whole station is inspected. */
  suffix?: string;
  /** True if one plan includes all stations, with two crews in turn. Otherwise each station has its own plan. */
  together?: true;
  minutes: number;
  rule: string;
  /** Days between two past inspections. */
  every: number;
  items: readonly ItemSeed[];
}

const BATTERY: Text = { zh: '电池舱', en: 'Battery container' };
const FIRE: Text = { zh: '消防', en: 'Fire protection' };
const ROOF: Text = { zh: '屋面', en: 'Roof' };
const CABINET: Text = { zh: '柜体', en: 'Cabinet' };
const SITE: Text = { zh: '场区', en: 'Grounds' };
const SYSTEM: Text = { zh: '系统', en: 'System' };

export const TEMPLATES: readonly TemplateSeed[] = [
  {
    key: 'battery',
    name: { zh: '储能电池月度巡检', en: 'Monthly battery round' },
    deviceType: 'battery',
    suffix: 'BAT',
    together: true,
    minutes: 60,
    rule: 'FREQ=MONTHLY;BYMONTHDAY=5',
    every: 30,
    items: [
      {
        part: BATTERY,
        name: { zh: '舱内温度', en: 'Temperature inside' },
        standard: { zh: '空调运行时 15–30 ℃', en: '15–30 °C while the air conditioner runs' },
        figure: { unit: '℃', lower: 15, upper: 30, usual: 24.5, bad: 33.8 },
        wrong: { zh: '滤网堵塞，制冷不足', en: 'The filter is clogged, too little cooling' },
      },
      {
        part: BATTERY,
        name: { zh: '最大单体压差', en: 'Largest spread of the cells' },
        standard: { zh: '静置后不超过 50 mV', en: 'At most 50 mV at rest' },
        figure: { unit: 'mV', upper: 50, usual: 22, bad: 61 },
        wrong: { zh: '3 号簇压差偏大，需均衡', en: 'Large voltage spread in string 3. Balancing required.' },
      },
      {
        part: BATTERY,
        name: { zh: '电缆与铜排紧固', en: 'Cables and bars are tight' },
        standard: { zh: '无松动、变色，力矩线无错位', en: 'Nothing loose or discoloured, marks in line' },
        photo: true,
        wrong: {
          zh: '2 号簇正极端子力矩线错位',
          en: 'Torque mark at the plus terminal of string 2 is out of line',
        },
      },
      {
        part: BATTERY,
        name: { zh: '舱内积水与异味', en: 'Water or smell inside' },
        standard: { zh: '无积水、无异味', en: 'Dry and without smell' },
        wrong: { zh: '空调冷凝水渗漏', en: 'Condensate leaks from the air conditioner' },
      },
      {
        part: BATTERY,
        name: { zh: '簇间电压差', en: 'Voltage spread of the strings' },
        standard: { zh: '不超过 5 V', en: 'At most 5 V' },
        figure: { unit: 'V', upper: 5, usual: 2.1, bad: 6.8 },
        wrong: { zh: '2 号簇电压偏低，需检查', en: 'Low voltage of string 2. Check required.' },
      },
      {
        part: BATTERY,
        name: { zh: '绝缘电阻', en: 'Insulation resistance' },
        standard: { zh: '不低于 1 MΩ', en: 'At least 1 MΩ' },
        figure: { unit: 'MΩ', lower: 1, usual: 4.6, bad: 0.8 },
        wrong: { zh: '正极对地绝缘偏低', en: 'Low insulation of the plus pole to earth' },
      },
      {
        part: BATTERY,
        name: { zh: '空调与风道', en: 'Air conditioner and ducts' },
        standard: { zh: '制冷正常、滤网清洁', en: 'Cooling works, filters are clean' },
        wrong: { zh: '滤网积灰，已清洗', en: 'The filters were dusty and have been cleaned' },
      },
      {
        part: BATTERY,
        name: { zh: '消防控制盘', en: 'Fire panel' },
        standard: { zh: '主电、备电正常，无故障灯', en: 'Mains and battery on, no fault lamp' },
        wrong: { zh: '备电电池欠压', en: 'The backup battery is low' },
      },
    ],
  },
  {
    key: 'fire',
    name: { zh: '消防每周检查', en: 'Weekly fire check' },
    minutes: 20,
    rule: 'FREQ=WEEKLY;BYDAY=MO',
    every: 7,
    items: [
      {
        part: FIRE,
        name: { zh: '灭火装置压力', en: 'Pressure of the extinguisher' },
        standard: { zh: '2.5–4.0 MPa', en: '2.5–4.0 MPa' },
        figure: { unit: 'MPa', lower: 2.5, upper: 4, usual: 3.2, bad: 2.1 },
        wrong: { zh: '压力低于下限，已报修', en: 'Below the limit, reported' },
      },
      {
        part: FIRE,
        name: { zh: '烟感与声光报警', en: 'Smoke detectors and sirens' },
        standard: { zh: '指示灯正常，试验有响应', en: 'Indicator lamps are normal, test triggers the alarm' },
        wrong: { zh: '1 号烟感指示灯不亮', en: 'Indicator lamp of detector 1 does not light' },
      },
      {
        part: FIRE,
        name: { zh: '疏散通道', en: 'Escape route' },
        standard: { zh: '畅通，标识完好', en: 'Clear and marked' },
        photo: true,
        wrong: { zh: '通道堆放备件箱', en: 'Boxes of spare parts block the route' },
      },
      {
        part: FIRE,
        name: { zh: '灭火器有效期', en: 'Date of the extinguishers' },
        standard: { zh: '在有效期内、铅封完好', en: 'Valid and sealed' },
        wrong: { zh: '2 具灭火器即将到期', en: 'Two extinguishers expire soon' },
      },
      {
        part: FIRE,
        name: { zh: '消防水压', en: 'Pressure of the fire water' },
        standard: { zh: '不低于 0.25 MPa', en: 'At least 0.25 MPa' },
        figure: { unit: 'MPa', lower: 0.25, usual: 0.4, bad: 0.2 },
        wrong: { zh: '水压偏低，检查稳压泵', en: 'Low water pressure. Check the jockey pump.' },
      },
      {
        part: FIRE,
        name: { zh: '应急照明', en: 'Emergency lights' },
        standard: { zh: '断电后点亮 30 分钟以上', en: 'Light for at least 30 minutes without mains' },
        wrong: { zh: '3 号灯电池失效', en: 'The battery of light 3 has failed' },
      },
      {
        part: FIRE,
        name: { zh: '防爆排风', en: 'Explosion-proof fans' },
        standard: { zh: '试运转正常、无异响', en: 'A test run is smooth and quiet' },
        wrong: { zh: '排风机轴承异响', en: 'The bearing of a fan is noisy' },
      },
    ],
  },
  {
    key: 'inverter',
    name: { zh: '光伏季度巡检', en: 'Quarterly PV round' },
    deviceType: 'inverter',
    suffix: 'INV1',
    minutes: 120,
    rule: 'FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=12',
    every: 90,
    items: [
      {
        part: ROOF,
        name: { zh: '组件外观', en: 'Panels from outside' },
        standard: { zh: '无破损、遮挡、明显积灰', en: 'No breakage, shade or heavy dust' },
        photo: true,
        wrong: { zh: '东侧第 4 排积灰明显', en: 'Row 4 in the east is dusty' },
      },
      {
        part: CABINET,
        name: { zh: '直流侧绝缘电阻', en: 'Insulation of the DC side' },
        standard: { zh: '不低于 1 MΩ', en: 'At least 1 MΩ' },
        figure: { unit: 'MΩ', lower: 1, usual: 6.4, bad: 0.7 },
        wrong: { zh: '2 号组串绝缘偏低', en: 'Low insulation of string 2' },
      },
      {
        part: CABINET,
        name: { zh: '散热风机', en: 'Fans' },
        standard: { zh: '转动平稳、无异响', en: 'Run smoothly and quietly' },
        wrong: { zh: '右侧风机异响', en: 'The right fan is noisy' },
      },
      {
        part: CABINET,
        name: { zh: '交流端子温度', en: 'Temperature of the AC terminals' },
        standard: { zh: '不超过 70 ℃', en: 'At most 70 °C' },
        figure: { unit: '℃', upper: 70, usual: 48, bad: 76 },
        wrong: { zh: 'B 相端子偏热', en: 'The terminal of phase B is hot' },
      },
      {
        part: CABINET,
        name: { zh: '防雷器指示', en: 'Surge arresters' },
        standard: { zh: '窗口为绿色', en: 'Indicator windows are green' },
        wrong: { zh: '直流侧防雷器已动作', en: 'The arrester of the DC side has tripped' },
      },
      {
        part: ROOF,
        name: { zh: '支架与压块', en: 'Frames and clamps' },
        standard: { zh: '无松动、锈蚀', en: 'Nothing loose or rusty' },
        wrong: { zh: '西侧两处压块松动', en: 'Two clamps in the west are loose' },
      },
      {
        part: ROOF,
        name: { zh: '电缆与接头', en: 'Cables and plugs' },
        standard: { zh: '固定牢固、无烧痕', en: 'Fixed, without burn marks' },
        wrong: { zh: '一处接头外壳破损', en: 'The shell of a plug is broken' },
      },
    ],
  },
  {
    key: 'transformer',
    name: { zh: '变压器年度巡检', en: 'Yearly transformer round' },
    deviceType: 'transformer',
    suffix: 'TR',
    minutes: 90,
    rule: 'FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=20',
    every: 365,
    items: [
      {
        part: CABINET,
        name: { zh: '绕组温度', en: 'Winding temperature' },
        standard: { zh: '不超过 100 ℃', en: 'At most 100 °C' },
        figure: { unit: '℃', upper: 100, usual: 71, bad: 104 },
        wrong: { zh: '高于限值，检查风冷', en: 'Above the limit. Check the fan cooling.' },
      },
      {
        part: CABINET,
        name: { zh: '接地连接', en: 'Earthing' },
        standard: { zh: '牢固、无锈蚀', en: 'Firm and free of rust' },
        photo: true,
        wrong: { zh: '接地扁钢锈蚀', en: 'The earthing strip is rusty' },
      },
      {
        part: CABINET,
        name: { zh: '运行声音', en: 'Sound' },
        standard: { zh: '均匀、无异响', en: 'Even, nothing unusual' },
        wrong: { zh: '负荷高时有异响', en: 'Noisy at high load' },
      },
      {
        part: CABINET,
        name: { zh: '温控器与风机', en: 'Controller and fans' },
        standard: { zh: '自动启停正常', en: 'Start and stop automatically' },
        wrong: { zh: '1 号风机不启动', en: 'Fan 1 does not start' },
      },
      {
        part: CABINET,
        name: { zh: '绝缘子', en: 'Insulators' },
        standard: { zh: '清洁、无裂纹', en: 'Clean, without cracks' },
        wrong: { zh: '表面积灰较多', en: 'Surface is dusty' },
      },
      {
        part: CABINET,
        name: { zh: '绕组绝缘电阻', en: 'Insulation of the windings' },
        standard: { zh: '不低于 100 MΩ', en: 'At least 100 MΩ' },
        figure: { unit: 'MΩ', lower: 100, usual: 480, bad: 82 },
        wrong: { zh: '受潮，需干燥处理', en: 'Damp. Drying required.' },
      },
    ],
  },
  {
    key: 'camera',
    name: { zh: '视频监控月度检查', en: 'Monthly camera check' },
    together: true,
    minutes: 15,
    rule: 'FREQ=MONTHLY;BYDAY=1WE',
    every: 30,
    items: [
      {
        part: SYSTEM,
        name: { zh: '画面清晰度', en: 'Clear picture' },
        standard: { zh: '无遮挡、对焦正常', en: 'Nothing in the way, in focus' },
        wrong: { zh: '大门镜头被蛛网遮挡', en: 'A cobweb covers the camera at the gate' },
      },
      {
        part: SYSTEM,
        name: { zh: '录像保存', en: 'Recordings are kept' },
        standard: { zh: '不少于 30 天', en: 'For 30 days at least' },
        figure: { unit: 'd', lower: 30, usual: 34, bad: 21 },
        wrong: { zh: '硬盘容量不足', en: 'The disk is too small' },
      },
      {
        part: SYSTEM,
        name: { zh: '夜视效果', en: 'Picture at night' },
        standard: { zh: '红外补光正常', en: 'The infrared lamps work' },
        wrong: { zh: '西门补光灯不亮', en: 'The lamp at the west gate is dark' },
      },
      {
        part: SYSTEM,
        name: { zh: '云台转动', en: 'Pan and tilt' },
        standard: { zh: '转动平稳、预置位准确', en: 'Smooth, and the presets are right' },
        wrong: { zh: '预置位偏移', en: 'The preset positions have shifted' },
      },
      {
        part: SYSTEM,
        name: { zh: '时间校准', en: 'Clock' },
        standard: { zh: '与标准时间相差不超过 5 s', en: 'At most 5 s off' },
        figure: { unit: 's', upper: 5, usual: 1.2, bad: 38 },
        wrong: { zh: '时间偏差过大，已校准', en: 'Large deviation. The clock was set.' },
      },
    ],
  },
  {
    key: 'safety',
    name: { zh: '场站安全巡视', en: 'Safety round' },
    minutes: 30,
    rule: 'FREQ=WEEKLY;BYDAY=TH',
    every: 7,
    items: [
      {
        part: SITE,
        name: { zh: '围栏与门锁', en: 'Fence and locks' },
        standard: { zh: '完好、上锁', en: 'Intact and locked' },
        photo: true,
        wrong: { zh: '北侧围栏松动', en: 'The fence is loose in the north' },
      },
      {
        part: SITE,
        name: { zh: '警示标识', en: 'Warning signs' },
        standard: { zh: '齐全、清晰', en: 'Complete and readable' },
        wrong: { zh: '并网柜标识脱落', en: 'The sign of the grid cabinet came off' },
      },
      {
        part: SITE,
        name: { zh: '电缆沟与排水', en: 'Cable ducts and drains' },
        standard: { zh: '无积水、盖板完好', en: 'Dry, covers intact' },
        wrong: { zh: '1 号电缆沟积水', en: 'Water in duct 1' },
      },
      {
        part: SITE,
        name: { zh: '道路与照明', en: 'Roads and lights' },
        standard: { zh: '通畅、照明正常', en: 'Clear and lit' },
        wrong: { zh: '东侧路灯不亮', en: 'A lamp in the east is dark' },
      },
      {
        part: SITE,
        name: { zh: '安全工器具', en: 'Safety tools' },
        standard: { zh: '齐全、在检验有效期内', en: 'Complete, with a valid check' },
        wrong: { zh: '绝缘手套已过检验期', en: 'The check of the gloves has expired' },
      },
      {
        part: SITE,
        name: { zh: '杂物与植被', en: 'Waste and plants' },
        standard: { zh: '设备周围 2 m 内无杂草杂物', en: 'No waste or weeds within 2 m of the equipment' },
        wrong: { zh: '箱变旁杂草较高', en: 'Weeds are high beside the transformer' },
      },
    ],
  },
];

export const SUMMARY: Text = {
  zh: '设备运行正常，现场整洁。',
  en: 'All equipment runs normally. The site is tidy.',
};
export const SUMMARY_BAD: Text = {
  zh: '发现异常已登记，现场已设警示。',
  en: 'Faults were recorded and marked on site.',
};
export const RECHECK: Text = {
  zh: '照片看不清，请补拍并复测。',
  en: 'The photos are blurred. Take new photos and measure again.',
};
export const REPAIRED: Text = {
  zh: '异常已处理，复测正常。',
  en: 'The fault is repaired. The repeated measurement is normal.',
};
