import { Link } from 'react-router';
import type { WorkOrderListConfig } from '../../generated/types.ts';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import { useMay, usePageRoute } from '../../runtime/board/widget/guest.ts';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { dictionaries } from '../../runtime/core/definitions/dictionaries.ts';
import { formatMoment } from '../../runtime/core/numbers/format.ts';
import { StateTag } from '../../runtime/form/shown/StateTag.tsx';
import { fieldOptions, findOption } from '../../runtime/form/values/options.ts';
import { useLang, useT } from '../../runtime/kit/i18n/index.ts';
import { Icon } from '../../runtime/kit/theme/Icon.tsx';
import { readOrders } from './orders.ts';
import texts from './texts.json';
import '../../runtime/board/figure/rows.css';
import './workOrderList.css';

const LIST_PAGE = 'WorkOrders';

/** Returns a function that returns the display of a dictionary value. */
function useOption() {
  const lang = useLang();
  return (dictionary: string, value: string) =>
    findOption(fieldOptions({ 'x-dictionary': dictionary }, dictionaries, lang) ?? [], value);
}

/** W025: shows the work orders of the station, earliest due date first. */
export function WorkOrderList({ config, context, results, status, retry }: WidgetProps<WorkOrderListConfig>) {
  const t = useT(texts);
  const option = useOption();
  const mayOpen = useMay('siteWorksheet:get');
  const page = usePageRoute(LIST_PAGE);
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[90, 70, 85, 60]} />;
  if (results[0]?.ok === false) return <WidgetFailed retry={retry} msg={results[0].msg} />;
  const { orders, total } = readOrders(results[0]);
  if (orders.length === 0)
    return (
      <WidgetEmpty
        text={t(config.show === 'all' ? 'widget.workOrderList.none' : 'widget.workOrderList.noneOpen')}
        hint={page && <Link to={page}>{t('widget.workOrderList.toList')}</Link>}
      />
    );
  return (
    <div className="wd-w-rows wd-orders">
      <ul>
        {orders.map(({ id, name, type, priority, status: state, handler, dueTime, overdue }) => (
          <li key={id}>
            <div className="wd-order-what">
              <p title={name}>
                {priority === 'urgent' && (
                  <Icon name="critical" size={16} label={option('worksheetPriority', priority).label} />
                )}
                {page && mayOpen ? <Link to={`${page}/${id}`}>{name}</Link> : name}
              </p>
              <small>
                {[option('worksheetType', type).label, handler ?? t('widget.workOrderList.nobody')].join(
                  ' · ',
                )}
                {dueTime && (
                  <>
                    {' · '}
                    <span className="wd-order-due" data-overdue={overdue || undefined}>
                      {overdue && <Icon name="warning" size={14} />}{' '}
                      {t(overdue ? 'widget.workOrderList.overdue' : 'widget.workOrderList.due', {
                        time: formatMoment(dueTime, 'minute', context.zone),
                      })}
                    </span>
                  </>
                )}
              </small>
            </div>
            <StateTag option={option('worksheetStatus', state)} />
          </li>
        ))}
      </ul>
      {total > orders.length && (
        <p className="wd-orders-more">
          {page ? (
            <Link to={page}>{t('widget.workOrderList.more', { total })}</Link>
          ) : (
            t('widget.workOrderList.more', { total })
          )}
        </p>
      )}
    </div>
  );
}
