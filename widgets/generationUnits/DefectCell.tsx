import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMay, usePageRoute } from '../../runtime/board/widget/guest.ts';
import { formatMoment, formatMoney, formatNumber } from '../../runtime/core/numbers/format.ts';
import { isoLocal } from '../../runtime/core/time/timeWindow.ts';
import { call } from '../../runtime/kit/api/client.ts';
import { failureWords } from '../../runtime/kit/api/failure.ts';
import { notify } from '../../runtime/kit/api/notices.ts';
import { timeZone } from '../../runtime/kit/browser/timeZone.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import texts from './texts.json';
import type { Unit, Units } from './units.ts';
import { useUnitName } from './useUnitName.ts';

const LIST_PAGE = 'Defects';
const DATE_LENGTH = 'YYYY-MM-DD'.length;
const NAME_LENGTH = 100;
const PERCENT = 100;
const ONE = { decimals: 1 };
const GENERAL = { level: 'general', state: 'reported', outage: false } as const;

interface Props {
  unit: Unit;
  units: Units;
  /** Start of the defect as text. */
  since: string;
  editing: boolean;
  onEntered(): void;
}

function useDefect({ unit, units, since }: Props) {
  const t = useT(texts);
  const nameOf = useUnitName();
  const name = nameOf(unit);
  const { ratio, energy, expected, loss, lossMoney } = unit;
  const { from, to, zone, currency } = units;
  const time = (at: string) => formatMoment(at, 'minute', zone);
  const shown = (figure: number | null) => formatNumber(figure, ONE);
  return {
    name: t('widget.generationUnits.defectName', {
      ...{ name, ratio: shown(ratio === null ? null : ratio * PERCENT) },
    }).slice(0, NAME_LENGTH),
    description: t('widget.generationUnits.defectText', {
      ...{ since, from: time(from), to: time(to), zone },
      ...{ energy: shown(energy), expected: shown(expected), loss: shown(loss) },
      money: lossMoney === null ? '' : `(${formatMoney(lossMoney, currency ?? '').trim()})`,
    }),
  };
}

/** Shows the open defect of a suspect unit, or a button that creates one. */
export function DefectCell(props: Props) {
  const { unit, editing, onEntered } = props;
  const { verdict, assetId, defect } = unit;
  const t = useT(texts);
  const nameOf = useUnitName();
  const may = useMay('defectRecord:create');
  const page = usePageRoute(LIST_PAGE);
  const [busy, setBusy] = useState(false);
  const made = useDefect(props);
  if (defect)
    return page ? <Link to={`${page}/${defect.id}`}>{defect.number || defect.name}</Link> : defect.number;
  if (verdict !== 'suspect' || !may) return null;
  const enter = async () => {
    setBusy(true);
    try {
      const foundOn = isoLocal(Date.now(), timeZone).slice(0, DATE_LENGTH);
      const body = { ...made, assetId: assetId!, ...GENERAL, foundOn };
      const { number } = await call('defectRecordCreate', { body }, { quiet: true });
      notify({
        kind: 'success',
        text: { text: t('widget.generationUnits.registered', { number: number ?? '' }) },
      });
      onEntered();
    } catch (error) {
      const text = failureWords(error, t, t('widget.generationUnits.notRegistered'));
      notify({ kind: 'warning', text: { text } });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="small"
      loading={busy}
      disabled={editing || assetId === null}
      title={assetId === null ? t('widget.generationUnits.noAsset') : undefined}
      aria-label={t('widget.generationUnits.registerNamed', { name: nameOf(unit) })}
      onClick={() => void enter()}
    >
      {t('widget.generationUnits.register')}
    </Button>
  );
}
