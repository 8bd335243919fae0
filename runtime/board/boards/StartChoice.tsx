import { useQuery } from '@tanstack/react-query';
import { Radio, Select } from 'antd';
import { dashboardRegistry } from '../../core/definitions/dashboards.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { PresetMissing } from '../preset/PresetMissing.tsx';
import { presetOffers, stationVariables } from '../preset/presets.ts';
import { FileDocument } from '../transfer/FileDocument.tsx';
import { STARTS, type Start } from './start.ts';

interface Props {
  stationSn: string;
  start: Start;
  onStart(change: Partial<Start>): void;
}

/** Asks for the content of a new board: empty, this board, a preset or a file. */
export function StartChoice({ stationSn, start, onStart }: Props) {
  const t = useT();
  const { data: offers, isPending } = useOffers(stationSn);
  const text = useText();
  return (
    <div className="wd-boards-start">
      <Radio.Group
        aria-label={t('boards.startWith')}
        optionType="button"
        value={start.kind}
        onChange={({ target }) => onStart({ kind: target.value as Start['kind'] })}
        options={STARTS.map((start) => ({ value: start, label: t(`boards.start.${start}`) }))}
      />
      {start.kind === 'preset' && (
        <Select
          aria-label={t('boards.preset')}
          placeholder={t('boards.preset')}
          value={start.preset?.preset.name ?? null}
          onChange={(name) => onStart({ preset: offers?.find(({ preset }) => preset.name === name) ?? null })}
          loading={isPending}
          options={offers?.map(({ preset }) => ({ value: preset.name, label: text(preset.title) }))}
        />
      )}
      {start.kind === 'preset' && start.preset && <PresetMissing offer={start.preset} />}
      {start.kind === 'file' && (
        <FileDocument
          stationSn={stationSn}
          onDocument={(document, whole) => onStart({ file: document && whole && { document, whole } })}
        />
      )}
    </div>
  );
}

const useOffers = (stationSn: string) =>
  useQuery(
    {
      queryKey: ['presetOffers', stationSn],
      queryFn: async () =>
        presetOffers(dashboardRegistry.all(), stationSn, await stationVariables(stationSn)),
    },
    queryClient,
  );
