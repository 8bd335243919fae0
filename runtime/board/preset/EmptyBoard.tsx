import { Button, Skeleton } from 'antd';
import { useEffect, useId, useState } from 'react';
import type { DashboardDocument } from '../../../generated/definition.ts';
import { dashboardRegistry } from '../../core/definitions/dashboards.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { PresetMissing } from './PresetMissing.tsx';
import { type Offer, presetOffers, stationVariables } from './presets.ts';
import './boardEmpty.css';

interface Props {
  stationSn: string;
  mayEdit: boolean;
  onAdd(): void;
  onPreset(document: DashboardDocument): void;
}

/** Explains an empty board, and offers the ways to fill it. */
export function EmptyBoard({ stationSn, mayEdit, onAdd, onPreset }: Props) {
  const t = useT();
  const text = useText();
  const titleId = useId();
  const [offers, setOffers] = useState<Offer[] | null>(null);
  useEffect(() => {
    let gone = false;
    stationVariables(stationSn).then(
      (variables) => !gone && setOffers(presetOffers(dashboardRegistry.all(), stationSn, variables)),
      () => !gone && setOffers([]),
    );
    return () => {
      gone = true;
    };
  }, [stationSn]);
  return (
    <section className="wd-board-empty" aria-labelledby={titleId}>
      <span className="wd-board-empty-icon">
        <Icon name="dashboard" size={28} />
      </span>
      <h2 id={titleId}>{t('board.emptyTitle')}</h2>
      <p>{t(mayEdit ? 'board.emptyText' : 'board.emptyReadOnly')}</p>
      {mayEdit && (
        <>
          <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={onAdd}>
            {t('board.addFirst')}
          </Button>
          {offers === null && <Skeleton.Button active />}
          {offers && offers.length > 0 && (
            <section className="wd-board-empty-presets" aria-labelledby={`${titleId}-presets`}>
              <h3 id={`${titleId}-presets`}>{t('board.presets')}</h3>
              <ul>
                {offers.map((offer) => (
                  <li key={offer.preset.name}>
                    <Button onClick={() => onPreset(offer.document)}>{text(offer.preset.title)}</Button>
                    <PresetMissing offer={offer} />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </section>
  );
}
