import { Alert, Button } from 'antd';
import { useMemo, useState } from 'react';
import type { Data } from '../../../generated/calls.ts';
import type { Field } from '../../../generated/definition.ts';
import type { Values } from '../../../runtime/core/rule.ts';
import { completeValues } from '../../../runtime/core/values.ts';
import { FormDialog } from '../../../runtime/form/screen/FormDialog.tsx';
import { ApiError, call } from '../../../runtime/kit/api/client.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';

type Shared = Data<'recordByLink'>;

interface Props {
  token: string;
  move: NonNullable<Shared['move']>;
  onAnswered(shared: Shared): void;
}

const BELOW_FORM = '/form';

/** The server names a field below the form that it belongs to. */
function raiseFields(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const fields = error.fields.map(({ field, ...rest }) => ({
    ...rest,
    field: field.replace(BELOW_FORM, ''),
  }));
  const { failure, status, code, msg, data } = error;
  return new ApiError({ failure, status, code, msg, data, fields, cause: error });
}

/** The one thing that a guest may do with the record, and what became of it. */
export function LinkAnswer({ token, move, onAnswered }: Props) {
  const t = useT(texts);
  const text = useText();
  const [asking, setAsking] = useState(false);
  const title = text(move.title);
  const form = useMemo(
    () => ({
      name: `move/${move.name}`,
      schema: (move.form ?? {}) as Field,
      pure: (move.pure ?? {}) as Values,
    }),
    [move],
  );
  const answer = async (values: Values) => {
    try {
      const input = { path: { token }, body: { form: values } };
      onAnswered(await call('recordByLinkMove', input, { quiet: true, guest: true }));
      setAsking(false);
    } catch (error) {
      throw raiseFields(error);
    }
  };
  if (move.isDone)
    return (
      <Alert
        className="wd-paper-answer"
        role="status"
        type="success"
        showIcon
        title={t('shared.done', { title })}
      />
    );
  if (!move.isOpen) return null;
  return (
    <div className="wd-paper-answer">
      <Button type="primary" size="large" onClick={() => setAsking(true)}>
        {title}
      </Button>
      {asking && (
        <FormDialog
          title={title}
          form={form}
          value={completeValues(form.schema, {}, {})}
          saveText={title}
          onSave={answer}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}
