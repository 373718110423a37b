// The owner replaces the Coordinator: why, who could lead, and what the appointment changes at once.
import { Button, Checkbox, Radio } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../i18n/i18n.ts';
import { openCommandSheet } from '../../ui/command-sheet-store.ts';
import { Countdown } from '../../ui/Countdown.tsx';
import { Section } from '../../ui/Pane.tsx';
import { ReasonLines } from '../children/ReasonLines.tsx';
import { PackageFields, textsOfDraft } from './PackageFields.tsx';
import type { TakeoverModel, TakeoverPlace } from './takeover-model.ts';

export function ReplacePart(props: {
  readonly place: TakeoverPlace;
  readonly model: TakeoverModel;
  readonly successorId: string | undefined;
  readonly onSuccessor: (agentId: string) => void;
  readonly onAppointed: () => void;
}) {
  const { place, model, successorId, onSuccessor, onAppointed } = props;
  const { header, candidates } = model;
  const { t } = useTexts();
  const [texts, setTexts] = useState(() => textsOfDraft(model.package.draft));
  const [isGiven, setIsGiven] = useState(true);
  // An Agent whose term has ended may be appointed again (OPEN-035); one that leads may not.
  const able = candidates.filter(({ isCurrent }) => !isCurrent || !header.isTermLive);
  const chosen = able.find(({ agent }) => agent.id === successorId) ?? able[0];
  const isOther = chosen !== undefined && !chosen.isCurrent;
  const canGive = model.package.author !== undefined && isOther;
  const appoint = (): void => {
    if (chosen === undefined) return;
    openCommandSheet({
      connectionId: place.connectionId,
      intent: {
        kind: 'mission.assign_coordinator',
        groupId: place.groupId,
        form: {
          coordinatorAgentId: chosen.agent.id,
          ...(canGive && isGiven ? { contextPackage: texts } : {}),
        },
      },
      onKept: () => {
        if (chosen.isHere) onAppointed();
      },
    });
  };
  return (
    <div className="stack-wide">
      <Section title={t('terms.takeover.why')}>
        <ReasonLines lines={header.reasons} label={t('terms.takeover.why')} />
        {header.termEndsAtMs !== undefined && (
          <p className="muted">
            {t('terms.takeover.termEnds')} <Countdown endsAtMs={header.termEndsAtMs} />
          </p>
        )}
      </Section>
      <Section title={t('terms.takeover.candidates')}>
        <Radio.Group
          aria-label={t('terms.takeover.candidates')}
          value={chosen?.agent.id ?? ''}
          onChange={onSuccessor}
        >
          <div className="stack">
            {candidates.map(({ agent, isHere, isCurrent, presence, leads, capabilities }) => (
              <Radio
                key={agent.id}
                value={agent.id}
                disabled={isCurrent && header.isTermLive}
                label={agent.name}
                description={[
                  t(`terms.takeover.presence.${presence}`),
                  ...(isHere ? [t('terms.takeover.here')] : []),
                  ...(isCurrent ? [t('terms.takeover.current')] : []),
                  t('terms.takeover.leadsOther', { count: leads }),
                  capabilities.join(', '),
                ].join(' · ')}
              />
            ))}
          </div>
        </Radio.Group>
      </Section>
      <Section title={t('terms.takeover.effects')}>
        <ul className="reassign-lines">
          <li>{t('terms.takeover.effect.epoch', { epoch: header.coordinatorEpoch + 1 })}</li>
          {isOther && <li>{t('terms.takeover.effect.refused', { name: header.coordinator.name })}</li>}
          <li>{t('terms.takeover.effect.work')}</li>
        </ul>
      </Section>
      {isOther && (
        <Section title={t('terms.takeover.packageFor')}>
          {model.package.author === undefined ? (
            <p className="muted">{t('terms.takeover.noAuthor', { name: header.coordinator.name })}</p>
          ) : (
            <>
              <Checkbox
                label={t('terms.takeover.give', { name: model.package.author.name })}
                checked={isGiven}
                onChange={(event) => setIsGiven(event.currentTarget.checked)}
              />
              {isGiven && <PackageFields texts={texts} given={model.package} onChange={setTexts} />}
            </>
          )}
        </Section>
      )}
      <div>
        <Button disabled={chosen === undefined} onClick={appoint} data-testid="appoint">
          {chosen === undefined
            ? t('terms.takeover.nobody')
            : t('terms.takeover.appoint', { name: chosen.agent.name, epoch: header.coordinatorEpoch + 1 })}
        </Button>
      </div>
    </div>
  );
}
