import { type SubmitEvent, useState } from 'react';
import { ApiError } from '../../../runtime/kit/api/client.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import {
  beginAttempt,
  changeField,
  endAttempt,
  type FieldName,
  failAttempt,
  LOGIN_START,
  readFailure,
} from './loginState.ts';
import { signInProven } from './proof.ts';

/** Stores the entered values and their problems, and signs in. */
export function useLoginForm() {
  const t = useT();
  const [state, setState] = useState(LOGIN_START);
  const { values, problems, busy, otpShown } = state;

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const begun = beginAttempt(state);
    setState(begun.state);
    if (!begun.sends) return;
    try {
      const { username, password } = values;
      const otp = otpShown && { otp: values.otp.trim() };
      const onWork = () => setState((now) => ({ ...now, working: true }));
      await signInProven({ username: username.trim(), password, ...otp }, onWork);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setState((now) => failAttempt(now, readFailure(error)));
    } finally {
      setState(endAttempt);
    }
  }

  return {
    ...state,
    submit,
    /** Returns the error text of a field. */
    said: (name: FieldName) => {
      const problem = problems.fields[name];
      return problem && ('text' in problem ? problem.text : t(problem.key));
    },
    /** Returns the properties of an input. */
    input: (name: FieldName) => ({
      className: 'wd-input',
      readOnly: busy,
      value: values[name],
      onChange: ({ target }: { target: { value: string } }) =>
        setState((now) => changeField(now, name, target.value)),
    }),
  };
}
