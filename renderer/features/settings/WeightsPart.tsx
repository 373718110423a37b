// What counts how much when candidates for work are ranked.
import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { AssistantSettings } from '../../../core/contract/assistant.ts';
import { TERM_IDS } from '../../../core/contract/work.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useRequest } from '../../transport/desk.tsx';
import { announce } from '../../ui/announce.ts';
import { FaultNote, LostNote } from '../../ui/states.tsx';
import { runInBackground } from '../review/background.ts';
import './settings.css';

export function WeightsPart(props: { readonly settings: AssistantSettings; readonly onKept: () => void }) {
  const { settings, onKept } = props;
  const { t } = useTexts();
  const [weights, setWeights] = useState(settings.weights);
  const saving = useRequest(useDesk().assistant.saveWeights);
  const total = TERM_IDS.reduce((sum, id) => sum + weights[id], 0);
  const isChanged = TERM_IDS.some((id) => weights[id] !== settings.weights[id]);
  const save = async (): Promise<void> => {
    if ((await saving.run(weights)) === undefined) return;
    announce(t('assistant.weights.kept'), 'polite');
    onKept();
  };
  return (
    <div className="stack">
      <p className="muted">{t('assistant.weights.hint')}</p>
      <div className="rule-grid rule-amounts">
        {TERM_IDS.map((id) => (
          <NumberInput
            hideControls
            key={id}
            label={t(`assistant.weights.${id}`)}
            description={
              total === 0
                ? '–'
                : t('assistant.weights.share', { percent: Math.round((100 * weights[id]) / total) })
            }
            min={0}
            max={1_000}
            value={weights[id]}
            onChange={(value) => setWeights({ ...weights, [id]: Math.round(Number(value) || 0) })}
          />
        ))}
      </div>
      {total === 0 && (
        <p className="bad" role="alert">
          {t('assistant.weights.nothing')}
        </p>
      )}
      <div>
        <Button disabled={!isChanged || total === 0} onClick={() => runInBackground(save())}>
          {t('assistant.weights.save')}
        </Button>
      </div>
      {saving.fault !== undefined && <FaultNote fault={saving.fault} />}
      {saving.isLost && <LostNote />}
    </div>
  );
}
