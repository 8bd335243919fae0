import { Button, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import type { DashboardDocument, DashboardPreset } from '../../generated/definition.ts';
import { call } from '../api/client.ts';
import { dashboardRegistry } from '../core/definitions/dashboards.ts';
import { fillPreset, presetFit } from '../core/document/preset.ts';
import { useT, useText } from '../i18n/index.ts';
import { Icon } from '../theme/Icon.tsx';

interface Props {
  stationSn: string;
  mayEdit: boolean;
  onAdd(): void;
  onPreset(document: DashboardDocument): void;
}

/** A preset is offered where the station can fill at least this part of it. */
const WORTH_OFFERING = 0.3;

async function stationVariables(stationSn: string): Promise<Set<string>> {
  const devices = await call('stationDevices', { path: { stationSn } }, { quiet: true });
  if (devices.length === 0) return new Set();
  const deviceSns = devices.map(({ sn }) => sn).join(',');
  const known = await call('deviceVariablesOfDevices', { query: { deviceSns } }, { quiet: true });
  return new Set(known.flatMap(({ variables }) => variables.map(({ sn }) => sn)));
}

interface Offer {
  preset: DashboardPreset;
  document: DashboardDocument;
  fit: number;
}

/** The presets that fit this station, the best first, already filled with its variables. */
export function offerPresets(
  presets: readonly DashboardPreset[],
  stationSn: string,
  known: ReadonlySet<string>,
): Offer[] {
  return presets
    .map((preset) => ({ preset, fit: presetFit(preset.document, stationSn, known) }))
    .filter(({ fit }) => fit >= WORTH_OFFERING)
    .sort((a, b) => b.fit - a.fit)
    .map((offer) => ({ ...offer, document: fillPreset(offer.preset.document, stationSn, known) }));
}

/** Says what would be here, and offers the steps that bring it. */
export function EmptyBoard({ stationSn, mayEdit, onAdd, onPreset }: Props) {
  const t = useT();
  const text = useText();
  const [offers, setOffers] = useState<Offer[] | null>(null);
  useEffect(() => {
    let gone = false;
    stationVariables(stationSn).then(
      (known) => !gone && setOffers(offerPresets(dashboardRegistry.all(), stationSn, known)),
      () => !gone && setOffers([]),
    );
    return () => {
      gone = true;
    };
  }, [stationSn]);
  return (
    <div className="wd-board-empty">
      <span className="wd-board-empty-icon">
        <Icon name="dashboard" size={28} />
      </span>
      <h2>{t('board.emptyTitle')}</h2>
      <p>{t(mayEdit ? 'board.emptyText' : 'board.emptyReadOnly')}</p>
      {mayEdit && (
        <div className="wd-board-empty-steps">
          {offers === null && <Skeleton.Button active />}
          {offers?.map(({ preset, document }, at) => (
            <Button
              key={preset.name}
              type={at === 0 ? 'primary' : 'default'}
              onClick={() => onPreset(document)}
            >
              {t('board.usePreset', { name: text(preset.title) })}
            </Button>
          ))}
          <Button type={offers?.length === 0 ? 'primary' : 'default'} onClick={onAdd}>
            {t('board.addFirst')}
          </Button>
        </div>
      )}
    </div>
  );
}
