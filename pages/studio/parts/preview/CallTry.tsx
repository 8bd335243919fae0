import '../../../../runtime/core/definitions/allOperations.ts';
import { Alert, Button, Input } from 'antd';
import { useState } from 'react';
import type { OperationId } from '../../../../generated/callPlaces.ts';
import { entityRegistry } from '../../../../runtime/core/definitions/entities.ts';
import { operationRegistry } from '../../../../runtime/core/definitions/operations.ts';
import { sameValue } from '../../../../runtime/core/document/same.ts';
import { call as send } from '../../../../runtime/kit/api/client.ts';
import { failureWords } from '../../../../runtime/kit/api/failure.ts';
import { useLang, useT } from '../../../../runtime/kit/i18n/index.ts';
import texts from '../../texts.json';
import { type CallDocument, entityNameOf } from '../design/calls/callChanges.ts';
import { isComplete, listAsked, type ParameterValues, pathOf, queryOf, requestText } from './request.ts';
import './preview.css';
import { sampleValue } from './sample.ts';

const LONGEST_ANSWER = 20_000;
/** Actions that return a file, which the page does not show. */
const FILES = ['export', 'document'];

/** Returns whether the applied call is the same as this one. */
function isInForce({ name, method, path, action }: CallDocument): boolean {
  const place = operationRegistry.get(name);
  return (
    place?.method === method && place.path === path && (!place.action || sameValue(place.action, action))
  );
}

/** Shows the request of a call. A call that only reads is sent, and its response is shown below. */
export function CallTry({ call }: { call: CallDocument }) {
  const t = useT(texts);
  const lang = useLang();
  const [entered, setEntered] = useState<ParameterValues>({});
  const [answer, setAnswer] = useState<string | null>(null);
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const { method, action, name } = call;
  const entity = entityRegistry.get(entityNameOf(call));
  const isRead = method === 'get' && !FILES.includes(action.do);
  const inForce = isInForce(call);
  const writes = action.do === 'create' || action.do === 'update';
  const record = writes && entity ? sampleBody(entity.schema.properties ?? {}, action.do, lang) : null;

  async function attempt(): Promise<void> {
    setBusy(true);
    setFailure('');
    try {
      const input = { path: pathOf(call, entered), query: queryOf(call, entered) };
      const data: unknown = await send(name as OperationId, input as never, { quiet: true });
      setAnswer(JSON.stringify(data, null, 2).slice(0, LONGEST_ANSWER));
    } catch (error) {
      setAnswer(null);
      setFailure(failureWords(error, t, t('studio.failed')));
    }
    setBusy(false);
  }

  return (
    <div className="wd-studio-try">
      {listAsked(call)
        .filter((parameter) => parameter.in !== 'body' || !writes)
        .map((parameter) => (
          <Input
            key={`${parameter.in} ${parameter.name}`}
            aria-label={parameter.name}
            prefix={parameter.name}
            placeholder={parameter.isOptional ? t('studio.optional') : ''}
            value={entered[parameter.name] ?? ''}
            onChange={({ target }) => setEntered({ ...entered, [parameter.name]: target.value })}
          />
        ))}
      <section aria-label={t('studio.request')}>
        <h3>{t('studio.request')}</h3>
        <pre>{requestText(call, entered, record)}</pre>
      </section>
      {!isRead && <p className="wd-studio-note">{t('studio.tryReads')}</p>}
      {isRead && !inForce && <p className="wd-studio-note">{t('studio.tryApplied')}</p>}
      {isRead && inForce && (
        <Button
          type="primary"
          loading={busy}
          disabled={!isComplete(call, entered)}
          onClick={() => void attempt()}
        >
          {t('studio.try')}
        </Button>
      )}
      {failure && <Alert type="error" showIcon role="alert" title={failure} />}
      {answer !== null && (
        <section aria-label={t('studio.answer')}>
          <h3>{t('studio.answer')}</h3>
          <pre>{answer}</pre>
        </section>
      )}
    </div>
  );
}

type Fields = Parameters<typeof sampleValue>[0];

/** Returns a record as an example of what a caller sends. */
function sampleBody(
  properties: Readonly<Record<string, Fields>>,
  doing: string,
  lang: ReturnType<typeof useLang>,
) {
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const value = field.readOnly ? null : sampleValue(field, 0, lang);
    return value === null ? [] : [[name, value] as const];
  });
  return { ...(doing === 'update' ? { id: 1, version: 1 } : {}), ...Object.fromEntries(fields) };
}
