// The Context Packages of a Mission: what each covers and says, what changed from one version to the next, and the next one.
import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContextPackageModel } from '../../../core/contract/takeover.ts';
import { hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk } from '../../transport/desk.tsx';
import { openCommandSheet } from '../../ui/command-sheet-store.ts';
import { IdChip } from '../../ui/IdChip.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { Section } from '../../ui/Pane.tsx';
import { FaultNote, LostNote, Skeleton } from '../../ui/states.tsx';
import { StrangerText } from '../review/StrangerText.tsx';
import { TextDifference } from '../review/TextDifference.tsx';
import { PackageFields, textsOfDraft } from './PackageFields.tsx';
import type { TakeoverModel, TakeoverPlace } from './takeover-model.ts';

export function PackagePart(props: { readonly place: TakeoverPlace; readonly model: TakeoverModel }) {
  const { place, model } = props;
  const { t } = useTexts();
  const { versions } = model.package;
  const newest = versions.at(-1);
  return (
    <div className="stack-wide">
      {newest === undefined ? (
        <p className="muted">{t('terms.package.none')}</p>
      ) : (
        <Versions place={place} versions={versions} uncovered={model.package.uncovered} />
      )}
      <NextVersion place={place} model={model} />
    </div>
  );
}

function usePackage(place: TakeoverPlace, sequence: number | undefined) {
  const desk = useDesk();
  return useQuery({
    queryKey: ['takeover.package', place, sequence],
    queryFn: () => desk.takeover.readPackage({ ...place, sequence: sequence ?? 0 }),
    enabled: sequence !== undefined,
  });
}

function Versions(props: {
  readonly place: TakeoverPlace;
  readonly versions: TakeoverModel['package']['versions'];
  readonly uncovered: number;
}) {
  const { place, versions, uncovered } = props;
  const { t } = useTexts();
  const newest = versions.at(-1);
  const [shown, setShown] = useState(newest?.sequence);
  const [other, setOther] = useState<number>();
  const current = usePackage(place, shown);
  const before = usePackage(place, other);
  const choices = versions.toReversed().map(({ version, sequence }) => ({
    value: String(sequence),
    label: t('terms.package.version', { version }),
  }));
  return (
    <Section
      title={t('terms.package.versions')}
      aside={
        uncovered === 0 ? t('terms.package.allCovered') : t('terms.package.uncovered', { count: uncovered })
      }
    >
      <div className="line">
        <Select
          label={t('terms.package.show')}
          className="promote-choice"
          data={choices}
          value={shown === undefined ? null : String(shown)}
          onChange={(value) => {
            if (value !== null) setShown(Number(value));
          }}
        />
        {versions.length > 1 && (
          <Select
            label={t('terms.package.compare')}
            className="promote-choice"
            placeholder={t('common.none')}
            clearable
            data={choices.filter(({ value }) => value !== String(shown))}
            value={other === undefined ? null : String(other)}
            onChange={(value) => setOther(value === null ? undefined : Number(value))}
          />
        )}
        {uncovered > 0 && <a href={hrefOf('history', place)}>{t('terms.package.readEvents')}</a>}
      </div>
      {current.data === undefined ? (
        current.isError ? (
          <LostNote />
        ) : (
          <Skeleton rows={4} />
        )
      ) : !current.data.ok ? (
        <FaultNote fault={current.data.fault} />
      ) : other !== undefined && before.data?.ok === true ? (
        <Difference before={before.data.value} after={current.data.value} />
      ) : (
        <Package place={place} given={current.data.value} />
      )}
    </Section>
  );
}

function Package(props: { readonly place: TakeoverPlace; readonly given: ContextPackageModel }) {
  const { place, given } = props;
  const { t } = useTexts();
  const toEvent = (sequence: number): string => hrefOf('history', { ...place, sequence: String(sequence) });
  return (
    <dl className="facts">
      <dt>{t('terms.package.by')}</dt>
      <dd>
        {given.generatedBy.name} · <Instant atMs={given.generatedAtMs} isFocusable /> ·{' '}
        <IdChip id={given.contextPackageId} />
      </dd>
      <dt>{t('terms.package.covers')}</dt>
      <dd>
        {t('terms.package.events', { from: given.fromSequence, to: given.toSequence })} ·{' '}
        <a href={toEvent(given.sequence)}>{t('terms.package.inEvent', { sequence: given.sequence })}</a>
      </dd>
      <dt>{t('terms.package.summary')}</dt>
      <dd>
        <StrangerText text={given.summary} />
      </dd>
      <dt>{t('terms.package.decisions')}</dt>
      <dd>
        {given.decisions.length === 0 ? (
          t('common.none')
        ) : (
          <ul className="plain-list">
            {given.decisions.map(({ description, sequences }) => (
              <li key={description}>
                <StrangerText text={description} />
                {sequences.map((sequence) => (
                  <a key={sequence} href={toEvent(sequence)}>
                    #{sequence}
                  </a>
                ))}
              </li>
            ))}
          </ul>
        )}
      </dd>
      <dt>{t('terms.package.constraints')}</dt>
      <dd>
        <TextLines lines={given.constraints} />
      </dd>
      <dt>{t('terms.package.questions')}</dt>
      <dd>
        <TextLines lines={given.unresolvedQuestions} />
      </dd>
      <dt>{t('terms.package.artifacts')}</dt>
      <dd>
        {given.artifactHashes.length === 0
          ? t('common.none')
          : given.artifactHashes.map((contentHash) => <IdChip key={contentHash} id={contentHash} />)}
      </dd>
    </dl>
  );
}

function TextLines(props: { readonly lines: readonly string[] }) {
  const { t } = useTexts();
  if (props.lines.length === 0) return t('common.none');
  return (
    <ul className="plain-list">
      {props.lines.map((line) => (
        <li key={line}>
          <StrangerText text={line} />
        </li>
      ))}
    </ul>
  );
}

/** Both as texts: what a person reads is what is compared. */
function Difference(props: { readonly before: ContextPackageModel; readonly after: ContextPackageModel }) {
  const { before, after } = props;
  const { t } = useTexts();
  const textOf = (given: ContextPackageModel): string =>
    [
      given.summary,
      `${t('terms.package.decisions')}:`,
      ...given.decisions.map(({ description }) => `- ${description}`),
      `${t('terms.package.constraints')}:`,
      ...given.constraints.map((line) => `- ${line}`),
      `${t('terms.package.questions')}:`,
      ...given.unresolvedQuestions.map((line) => `- ${line}`),
    ].join('\n');
  const [older, newer] = before.version < after.version ? [before, after] : [after, before];
  return <TextDifference before={textOf(older)} after={textOf(newer)} />;
}

/** Published in the Event of its author's own Membership: there is no Command for a package alone. */
function NextVersion(props: { readonly place: TakeoverPlace; readonly model: TakeoverModel }) {
  const { place, model } = props;
  const { author, versions } = model.package;
  const { t } = useTexts();
  const [texts, setTexts] = useState(() => textsOfDraft(model.package.draft));
  const version = (versions.at(-1)?.version ?? 0) + 1;
  if (author === undefined)
    return <p className="muted">{t('terms.takeover.noAuthor', { name: model.header.coordinator.name })}</p>;
  return (
    <Section title={t('terms.package.next', { version })}>
      <PackageFields texts={texts} given={model.package} onChange={setTexts} />
      <div>
        <Button
          disabled={texts.summary.trim() === ''}
          onClick={() =>
            openCommandSheet({
              connectionId: place.connectionId,
              intent: {
                kind: 'membership.change',
                groupId: place.groupId,
                form: {
                  member: { type: 'agent', id: author.id },
                  role: 'coordinator',
                  state: 'active',
                  contextPackage: texts,
                },
              },
            })
          }
        >
          {t('terms.package.publish', { version })}
        </Button>
      </div>
    </Section>
  );
}
