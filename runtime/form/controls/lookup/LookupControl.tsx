import type { WidgetProps } from '@rjsf/utils';
import { Button, Input } from 'antd';
import { useState } from 'react';
import type { OperationId } from '../../../../generated/callPlaces.ts';
import type { Lookup } from '../../../../generated/definition.ts';
import { operationRegistry } from '../../../core/definitions/operations.ts';
import { isObject } from '../../../core/object.ts';
import type { Values } from '../../../core/rules/rule.ts';
import { ApiError, call } from '../../../kit/api/client.ts';
import { useT } from '../../../kit/i18n/index.ts';
import { baseProps } from '../../../kit/parts/controlProps.ts';
import { useSession } from '../../../kit/session/session.ts';
import { Icon } from '../../../kit/theme/Icon.tsx';
import type { FormContext } from '../../model/formContext.ts';
import './lookup.css';
import texts from './texts.json';

const NOT_FOUND = 404;

const isOperation = (id: string): id is OperationId => operationRegistry.get(id) !== undefined;

/** Returns the results of a call: none, one, or several to choose from. */
async function findBy({ call: id, by }: Lookup, text: string): Promise<Values[]> {
  if (!isOperation(id)) return [];
  const part = operationRegistry.get(id)?.method === 'get' ? 'query' : 'body';
  try {
    const answer: unknown = await call(id, { [part]: { [by]: text } }, { quiet: true });
    return [answer].flat().filter(isObject);
  } catch (error) {
    if (error instanceof ApiError && error.status === NOT_FOUND) return [];
    throw error;
  }
}

/** Returns the fields that a result fills. Other fields keep the user's input. */
const filled = ({ fill }: Lookup, found: Values): Values =>
  Object.fromEntries(
    Object.entries(fill).flatMap(([field, name]) =>
      found[name] === null || found[name] === undefined ? [] : [[field, found[name]]],
    ),
  );

function useLookup(lookup: Lookup, onValues: (values: Values) => void) {
  const t = useT(texts);
  const [found, setFound] = useState<Values[]>([]);
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const choose = (one: Values) => {
    setFound([]);
    onValues(filled(lookup, one));
  };
  const find = async (text: string) => {
    setBusy(true);
    setSaid('');
    setFound([]);
    try {
      const all = await findBy(lookup, text);
      const [first, ...others] = all;
      if (!first) setSaid(t('lookup.none'));
      else if (others.length > 0) setFound(all);
      else choose(first);
    } catch (error) {
      setSaid(error instanceof ApiError && error.msg ? error.msg : t('lookup.failed'));
    } finally {
      setBusy(false);
    }
  };
  return { found, said, busy, find, choose };
}

/** Searches for a text on request. The result fills neighbouring fields. */
export function LookupControl(props: WidgetProps) {
  const t = useT(texts);
  const lookup = props.options.lookup as Lookup;
  const { write } = props.registry.formContext as FormContext;
  const can = useSession((session) => session.can);
  const permission = operationRegistry.get(lookup.call)?.permission;
  const text = ((props.value as string | undefined) ?? '').trim();
  const { found, said, busy, find, choose } = useLookup(lookup, (values) => write(props.id, values));
  const base = baseProps(props);
  return (
    <div className="wd-lookup">
      <div className="wd-lookup-line">
        <Input
          {...base}
          value={(props.value as string | undefined) ?? ''}
          autoFocus={props.autofocus}
          onChange={(event) => props.onChange(event.target.value || undefined)}
        />
        {!base.disabled && (!permission || can(permission)) && (
          <Button
            icon={<Icon name="search" />}
            loading={busy}
            disabled={text === ''}
            aria-label={t('lookup.find')}
            title={t('lookup.find')}
            onClick={() => void find(text)}
          />
        )}
      </div>
      {said && (
        <p className="wd-field-help" role="status">
          {said}
        </p>
      )}
      {found.length > 0 && (
        <ul className="wd-lookup-found" aria-label={t('lookup.found')}>
          {found.map((one) => (
            <li key={JSON.stringify(one)}>
              <button type="button" onClick={() => choose(one)}>
                <span>{String(one[lookup.label] ?? '')}</span>
                {lookup.hint && <small>{String(one[lookup.hint] ?? '')}</small>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
