// The matrix of autonomy: rules by kind of Command, Mission, risk and cost. It begins empty: the assistant only proposes.
import { Button } from '@mantine/core';
import { useState } from 'react';
import type {
  AssistantSettings,
  AutonomyMatrixModel,
  MatrixFault,
} from '../../../core/contract/assistant.ts';
import type { Words } from '../../../core/contract/values.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk } from '../../transport/desk.tsx';
import { announce } from '../../ui/announce.ts';
import { LostNote } from '../../ui/states.tsx';
import { focusField, runInBackground } from '../review/background.ts';
import { faultsOf, newRule, withoutRule, withRule } from './matrix-form.ts';
import { RuleFields } from './RuleFields.tsx';
import './settings.css';

export function MatrixPart(props: { readonly settings: AssistantSettings; readonly onKept: () => void }) {
  const { settings, onKept } = props;
  const { t } = useTexts();
  const desk = useDesk();
  /** What was changed here; undefined while it is what holds. */
  const [edited, setEdited] = useState<AutonomyMatrixModel>();
  const [faults, setFaults] = useState<readonly MatrixFault[]>([]);
  const [widenings, setWidenings] = useState<readonly Words[]>([]);
  const [isLost, setIsLost] = useState(false);
  const matrix = edited ?? settings.matrix;
  const change = (next: AutonomyMatrixModel): void => {
    setEdited(next);
    setWidenings([]);
  };
  const save = async (isConfirmed: boolean): Promise<void> => {
    setIsLost(false);
    try {
      const answer = await desk.assistant.saveMatrix({ matrix, isConfirmed });
      setFaults(answer.kind === 'faults' ? answer.faults : []);
      setWidenings(answer.kind === 'widens' ? answer.widenings : []);
      if (answer.kind !== 'kept') return;
      setEdited(undefined);
      announce(t('assistant.matrix.kept'), 'polite');
      onKept();
    } catch {
      // The host did not answer: nothing was kept, and what was typed stands.
      setIsLost(true);
    }
  };
  const shown = edited === undefined ? settings.faults : faults;
  return (
    <div className="stack">
      <p className="muted">{t('assistant.matrix.hint')}</p>
      {matrix.rules.length === 0 && <p>{t('assistant.matrix.none')}</p>}
      {faultsOf(shown, -1).map(({ words }) => (
        <p key={words.text} className="bad" role="alert">
          {words.text}
        </p>
      ))}
      {matrix.rules.map((rule, index) => (
        <RuleFields
          // Its place is what a rule is known by while its name is typed.
          key={`rule ${String(index)}`}
          rule={rule}
          settings={settings}
          faults={faultsOf(shown, index)}
          onChange={(next) => change(withRule(matrix, index, next))}
          onRemove={() => change(withoutRule(matrix, index))}
        />
      ))}
      <div className="line">
        <Button
          variant="default"
          onClick={() => change({ ...matrix, rules: [...matrix.rules, newRule(matrix.rules)] })}
        >
          {t('assistant.matrix.add')}
        </Button>
        <Button disabled={edited === undefined} onClick={() => runInBackground(save(false))}>
          {t('assistant.matrix.save')}
        </Button>
        {edited !== undefined && (
          <Button
            variant="default"
            onClick={() => {
              setEdited(undefined);
              setFaults([]);
              setWidenings([]);
            }}
          >
            {t('assistant.matrix.discard')}
          </Button>
        )}
      </div>
      {widenings.length > 0 && (
        <div className="widening" role="alertdialog" aria-label={t('assistant.matrix.widens')}>
          <div className="strong">{t('assistant.matrix.widens')}</div>
          <ul>
            {widenings.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <div className="line">
            <Button onClick={() => runInBackground(save(true))}>{t('assistant.matrix.confirm')}</Button>
            <Button variant="default" ref={focusField} onClick={() => setWidenings([])}>
              {t('common.cancel')}
            </Button>
          </div>
        </div>
      )}
      {isLost && <LostNote />}
    </div>
  );
}
