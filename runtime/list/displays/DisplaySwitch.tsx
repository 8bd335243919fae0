import { Button, Dropdown, Segmented } from 'antd';
import type { PageDisplay } from '../../../generated/definition.ts';
import { useT } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';

const ICONS: Record<PageDisplay, string> = {
  table: 'table',
  cards: 'appstore',
  gallery: 'image',
  kanban: 'dashboard',
  calendar: 'calendar',
  timeline: 'clock',
  gantt: 'barChart',
  map: 'map',
  workbench: 'sidebar',
  compare: 'list',
  feed: 'message',
};

interface Props {
  names: readonly PageDisplay[];
  value: PageDisplay;
  phone: boolean;
  onChange(name: PageDisplay): void;
}

/** Lets the user choose the display of the list if there are several. */
export function DisplaySwitch({ names, value, phone, onChange }: Props) {
  const t = useT();
  if (names.length < 2) return null;
  if (phone)
    return (
      <Dropdown
        trigger={['click']}
        menu={{
          selectedKeys: [value],
          items: names.map((name) => ({
            key: name,
            label: t(`list.display.${name}`),
            icon: <Icon name={ICONS[name]} />,
            onClick: () => onChange(name),
          })),
        }}
      >
        <Button icon={<Icon name={ICONS[value]} />} aria-label={t('list.display')} aria-haspopup="menu" />
      </Dropdown>
    );
  return (
    <Segmented<PageDisplay>
      aria-label={t('list.display')}
      value={value}
      options={names.map((name) => ({
        value: name,
        icon: <Icon name={ICONS[name]} label={t(`list.display.${name}`)} />,
        title: t(`list.display.${name}`),
      }))}
      onChange={onChange}
    />
  );
}
