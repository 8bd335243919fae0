import type { WidgetProps } from '@rjsf/utils';
import { Button, InputNumber, Modal, Skeleton } from 'antd';
import { useRef, useState } from 'react';
import { useT } from '../../../kit/i18n/index.ts';
import { later } from '../../../kit/overlay/later.tsx';
import { baseProps, labelId } from '../../../kit/parts/controlProps.ts';
import { Icon } from '../../../kit/theme/Icon.tsx';
import { SIZE } from '../../../kit/theme/tokens.ts';
import type { FormContext } from '../../model/formContext.ts';
import './map.css';
import { degreeText, readPlace, writePlace } from '../../../core/place.ts';
import { type Point, roundPoint } from '../../../kit/map/mapView.ts';

const MapPicker = later(
  () => import('./MapPicker.tsx'),
  <Skeleton active title={false} paragraph={{ rows: 6 }} />,
);
const DECIMALS = 6;

/**
 * Edits a place, typed in degrees or chosen on the map. It is stored as [longitude, latitude], or as an object. With
 * `x-pairedField` it is stored in two fields, of which this one is the longitude.
 */
export function MapControl(props: WidgetProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { id, ...base } = baseProps(props);
  const { write } = props.registry.formContext as FormContext;
  const beside = props.options.with as { name: string; value: unknown } | undefined;
  const [longitude, latitude] = readPlace(props.value, beside?.value);
  const point: Point | null =
    longitude !== undefined && latitude !== undefined ? [longitude, latitude] : null;
  const change = (next: [number | undefined, number | undefined]) => {
    if (beside) write(props.id, { [String(props.name)]: next[0], [beside.name]: next[1] });
    else props.onChange(writePlace(props.schema, next));
  };
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const pick = (picked: Point) => {
    change(roundPoint(picked));
    close();
  };
  const degrees = (name: 'longitude' | 'latitude', value: number | undefined) => (
    <InputNumber<number>
      {...base}
      id={name === 'longitude' ? id : `${id}__latitude`}
      className="wd-control-number"
      aria-label={beside ? undefined : t(`form.map.${name}`)}
      aria-labelledby={beside ? labelId(props.id) : undefined}
      placeholder={beside ? undefined : t(`form.map.${name}`)}
      value={value ?? null}
      min={name === 'longitude' ? -180 : -90}
      max={name === 'longitude' ? 180 : 90}
      precision={DECIMALS}
      formatter={degreeText}
      suffix={<span className="wd-unit">°</span>}
      onChange={(entered) => {
        const next = entered ?? undefined;
        if (beside) props.onChange(next);
        else change(name === 'longitude' ? [next, latitude] : [longitude, next]);
      }}
    />
  );
  return (
    <div className="wd-place">
      {degrees('longitude', longitude)}
      {!beside && degrees('latitude', latitude)}
      <Button
        ref={button}
        disabled={base.disabled}
        icon={<Icon name="map" />}
        aria-label={t('form.map.open')}
        title={t('form.map.open')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {open && (
        <Modal open title={t('form.map.open')} footer={null} width={SIZE.form} onCancel={close}>
          <MapPicker value={point} onPick={pick} />
        </Modal>
      )}
    </div>
  );
}
