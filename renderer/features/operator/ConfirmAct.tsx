// An act that ends something: what it means stands there before the button that does it.
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Fault, Words } from '../../../core/contract/values.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useRequest } from '../../transport/desk.tsx';
import { drop } from '../../ui/drop.ts';
import { FaultNote, LostNote } from '../../ui/states.tsx';
import { focusField } from '../review/background.ts';

type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly fault: Fault };

export function ConfirmAct(props: {
  /** Of the button that asks. */
  readonly ask: string;
  /** Of the button that acts. */
  readonly act: string;
  readonly canAct: boolean;
  /** Why not, where it cannot. */
  readonly obstacle: string;
  readonly effects: () => Promise<
    Outcome<{ readonly effects: readonly Words[]; readonly isAllowed: boolean }>
  >;
  readonly run: () => Promise<Outcome<unknown>>;
}) {
  const { t } = useTexts();
  const effects = useRequest(props.effects);
  const run = useRequest(props.run);
  const [told, setTold] = useState<{ readonly effects: readonly Words[]; readonly isAllowed: boolean }>();
  const ask = async (): Promise<void> => setTold(await effects.run());
  const act = async (): Promise<void> => {
    if ((await run.run()) !== undefined) setTold(undefined);
  };
  const fault = run.fault ?? effects.fault;
  return (
    <div className="stack">
      <div>
        <Button
          variant="outline"
          color="red"
          disabled={!props.canAct}
          title={props.canAct ? undefined : props.obstacle}
          loading={effects.isRunning}
          onClick={() => drop(ask)}
        >
          {props.ask}
        </Button>
      </div>
      {fault !== undefined && <FaultNote fault={fault} />}
      {(run.isLost || effects.isLost) && <LostNote />}
      {told !== undefined && (
        <section className="card stack" aria-label={t('operator.confirm')}>
          <h3 ref={focusField} tabIndex={-1}>
            {t('operator.confirm')}
          </h3>
          <ul className="operator-effects">
            {told.effects.map(({ key, text }) => (
              <li key={key + text}>{text}</li>
            ))}
          </ul>
          <div className="line">
            <Button variant="default" onClick={() => setTold(undefined)}>
              {t('common.cancel')}
            </Button>
            <Button
              color="red"
              disabled={!told.isAllowed}
              title={told.isAllowed ? undefined : t('operator.notAllowed')}
              loading={run.isRunning}
              onClick={() => drop(act)}
            >
              {props.act}
            </Button>
          </div>
        </section>
      )}
    </div>
  );
}
