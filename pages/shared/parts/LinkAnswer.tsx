import { Alert, Button } from 'antd';
import { useMemo, useState } from 'react';
import type { Data } from '../../../generated/calls.ts';
import type { Field } from '../../../generated/definition.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { completeValues } from '../../../runtime/core/rules/values.ts';
import { FormDialog } from '../../../runtime/form/screen/FormDialog.tsx';
import { ApiError, call } from '../../../runtime/kit/api/client.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';

type Shared = Data<'recordByLink'>;

type LinkMove = Shared['moves'][number];

interface Props {
  token: string;
  shared: Shared;
  onAnswered(shared: Shared): void;
}

const BELOW_FORM = '/form';

/** Converts error paths to the fields of the form. The server reports them below the form's name. */
function raiseFields(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const fields = error.fields.map(({ field, ...rest }) => ({
    ...rest,
    field: field.replace(BELOW_FORM, ''),
  }));
  const { failure, status, code, msg, data } = error;
  return new ApiError({ failure, status, code, msg, data, fields, cause: error });
}

/** Shows the form of a transition, and submits it. */
function AnswerDialog({
  token,
  entity,
  move,
  onAnswered,
  onClose,
}: Pick<Props, 'token' | 'onAnswered'> & { entity: string; move: LinkMove; onClose(): void }) {
  const text = useText();
  const form = useMemo(
    () => ({
      name: `move/${entity}.${move.name}`,
      schema: (move.form ?? {}) as Field,
      pure: (move.pure ?? {}) as Values,
    }),
    [entity, move],
  );
  const answer = async (values: Values) => {
    try {
      const input = { path: { token }, body: { name: move.name, form: values } };
      onAnswered(await call('recordByLinkMove', input, { quiet: true, guest: true }));
      onClose();
    } catch (error) {
      throw raiseFields(error);
    }
  };
  return (
    <FormDialog
      title={text(move.title)}
      form={form}
      value={completeValues(form.schema, {}, {})}
      saveText={text(move.title)}
      onSave={answer}
      onCancel={onClose}
    />
  );
}

/** Shows the possible answers of a guest, or the chosen one. */
export function LinkAnswer({ token, shared: { entity, moves, isAnswered }, onAnswered }: Props) {
  const t = useT(texts);
  const text = useText();
  const [opened, setOpened] = useState<LinkMove | null>(null);
  if (isAnswered)
    return (
      <Alert className="wd-paper-answer" role="status" type="success" showIcon title={t('shared.done')} />
    );
  if (moves.length === 0) return null;
  return (
    <div className="wd-paper-answer">
      {moves.map((move) => (
        <Button
          key={move.name}
          type={move.isDanger ? 'default' : 'primary'}
          danger={move.isDanger}
          size="large"
          onClick={() => setOpened(move)}
        >
          {text(move.title)}
        </Button>
      ))}
      {opened && (
        <AnswerDialog {...{ token, entity, onAnswered }} move={opened} onClose={() => setOpened(null)} />
      )}
    </div>
  );
}
