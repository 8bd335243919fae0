import type { zhEnergy } from '../zh/energy.ts';

export const enEnergy: Record<keyof typeof zhEnergy, string> = {
  'energy.band': 'Band',
  'energy.energy': 'Energy',
  'energy.share': 'Share',
  'energy.cost': 'Cost',
  'energy.rounded': 'Bands are rounded to cents. The total is their sum.',
  'energy.label': 'Label',
  'energy.usage': 'Used',
  'energy.total': 'Total',
  'energy.single': 'Single price',
  'energy.hourly': 'By the hour',
  'energy.unpriced': 'No price',
  'energy.noMeter': 'The station has no meter for “{role}”',
  'energy.noMeterHint':
    'Set the energy role of meters under “Device variables”, or select meters in the configuration.',
  'energy.noPrice': 'No price in this period',
  'energy.noPriceHint': 'Add the station’s energy charge under “Electricity charges”.',
  'energy.noLabels': 'The station has no labels in this dimension yet',
  'energy.noLabelsHint': 'Create them and link meters under “Energy label”.',
  'energy.ring': '{name}: {parts}',
  'energy.chart': 'Chart: {names}',
};
