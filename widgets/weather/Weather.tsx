import type { WeatherConfig } from '../../generated/types.ts';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { formatMoment, formatNumber, formatQuantity } from '../../runtime/core/numbers/format.ts';
import { languageOf } from '../../runtime/core/text/lang.ts';
import { useLang, useT } from '../../runtime/kit/i18n/index.ts';
import { Icon } from '../../runtime/kit/theme/Icon.tsx';
import { type Forecast, type Measured, readForecast, readMeasured, SKY_ICONS, skyOf } from './forecast.ts';
import texts from './texts.json';
import './weather.css';

function Now({ now, decimals }: { now: NonNullable<Forecast['now']>; decimals: number | undefined }) {
  const t = useT(texts);
  const { temperature, irradiance, humidity, wind } = now;
  const sky = skyOf(now.sky);
  const figures = [
    ['irradiance', formatQuantity(irradiance, 'W/m²', { decimals: decimals ?? 0 })],
    ['humidity', formatQuantity(humidity, '%', { decimals: decimals ?? 0 })],
    ['wind', formatQuantity(wind, 'm/s', { decimals: decimals ?? 1 })],
  ] as const;
  return (
    <div className="wd-weather-now">
      <span className="wd-weather-sky" data-sky={sky}>
        <Icon name={SKY_ICONS[sky]} size={32} />
      </span>
      <p className="wd-weather-temperature">
        <b>{formatNumber(temperature, { decimals: decimals ?? 1 })}</b> °C
        <small>{t(`widget.weather.${sky}`)}</small>
      </p>
      <dl>
        {figures.map(([name, text]) => (
          <div key={name}>
            <dt>{t(`widget.weather.${name}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Days({ days }: { days: Forecast['days'] }) {
  const t = useT(texts);
  const lang = useLang();
  const weekday = new Intl.DateTimeFormat(languageOf(lang).locale, {
    weekday: 'short',
    timeZone: 'UTC',
  });
  return (
    <ul className="wd-weather-days" aria-label={t('widget.weather.days')}>
      {days.map(({ date, min, max, irradiation, sky }, index) => (
        <li key={date}>
          <span>{index === 0 ? t('widget.weather.today') : weekday.format(new Date(date))}</span>
          <Icon name={SKY_ICONS[skyOf(sky)]} size={20} label={t(`widget.weather.${skyOf(sky)}`)} />
          <span className="wd-weather-span">
            {formatNumber(min, { decimals: 0 })}–<b>{formatNumber(max, { decimals: 0 })}</b> °C
          </span>
          <small title={t('widget.weather.irradiation')}>
            {formatQuantity(irradiation, 'kWh/m²', { decimals: 1 })}
          </small>
        </li>
      ))}
    </ul>
  );
}

function MeasuredHere({ figures }: { figures: Measured[] }) {
  const t = useT(texts);
  return (
    <dl className="wd-weather-measured">
      <dt>{t('widget.weather.measured')}</dt>
      {figures.map(({ sn, name, text, unit }) => (
        <dd key={sn}>
          {name} <b>{text}</b> {unit}
        </dd>
      ))}
    </dl>
  );
}

/** W028: shows the weather at the station, now and on the next days, and its own measured values. */
export function Weather({ config, context, results, status, retry }: WidgetProps<WeatherConfig>) {
  const t = useT(texts);
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[40, 90, 90]} />;
  if (results[0]?.ok === false) return <WidgetFailed retry={retry} msg={results[0].msg} />;
  const forecast = readForecast(results[0]);
  const measured = readMeasured(results[1], config);
  const state = forecast?.state ?? 'noSource';
  if (!forecast || state !== 'known') {
    const missing = state === 'known' ? 'noSource' : state;
    if (measured.length === 0)
      return (
        <WidgetEmpty
          text={t(`widget.weather.${missing}`)}
          hint={t(`widget.weather.${missing}Hint`)}
          page={missing === 'noPlace' ? 'SiteManage' : undefined}
        />
      );
    return (
      <div className="wd-weather">
        <MeasuredHere figures={measured} />
        <p className="wd-weather-source">{t(`widget.weather.${missing}`)}</p>
      </div>
    );
  }
  const { now, days, source, at } = forecast;
  const named = source === 'simulated' ? t('widget.weather.simulated') : (source ?? '');
  return (
    <div className="wd-weather">
      {now && <Now now={now} decimals={config.decimals} />}
      {config.days !== false && days.length > 0 && <Days days={days} />}
      {measured.length > 0 && <MeasuredHere figures={measured} />}
      <p className="wd-weather-source">
        {t('widget.weather.source', { source: named })}
        {at && ` · ${formatMoment(at, 'minute', context.zone)}`}
      </p>
    </div>
  );
}
