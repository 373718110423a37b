// What a person writes of a Context Package. Its scope is the Mission; Events, decisions and author are added from the log.
import { Checkbox, Textarea } from '@mantine/core';
import type { IntentForm } from '../../../core/contract/forms.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { linesOf, type TakeoverSection } from './takeover-model.ts';

export type PackageTexts = NonNullable<IntentForm<'mission.assign_coordinator'>['contextPackage']>;

export function textsOfDraft(draft: TakeoverSection<'package'>['draft']): PackageTexts {
  return {
    summary: draft.summary,
    constraints: [...draft.constraints],
    unresolvedQuestions: [...draft.unresolvedQuestions],
    artifactHashes: [...draft.artifactHashes],
  };
}

export function PackageFields(props: {
  readonly texts: PackageTexts;
  readonly given: TakeoverSection<'package'>;
  readonly onChange: (texts: PackageTexts) => void;
}) {
  const { texts, given, onChange } = props;
  const { t } = useTexts();
  return (
    <div className="stack">
      <p className="muted">{t('terms.package.hint')}</p>
      <Textarea
        label={t('terms.package.summary')}
        autosize
        minRows={3}
        value={texts.summary}
        onChange={(event) => onChange({ ...texts, summary: event.currentTarget.value })}
      />
      <div className="package-columns">
        <Textarea
          label={t('terms.package.constraints')}
          description={t('terms.package.oneALine')}
          autosize
          minRows={3}
          defaultValue={texts.constraints.join('\n')}
          onChange={(event) => onChange({ ...texts, constraints: linesOf(event.currentTarget.value) })}
        />
        <Textarea
          label={t('terms.package.questions')}
          description={t('terms.package.oneALine')}
          autosize
          minRows={3}
          defaultValue={texts.unresolvedQuestions.join('\n')}
          onChange={(event) =>
            onChange({ ...texts, unresolvedQuestions: linesOf(event.currentTarget.value) })
          }
        />
      </div>
      {given.artifacts.length > 0 && (
        <Checkbox.Group
          label={t('terms.package.artifacts')}
          value={texts.artifactHashes}
          onChange={(artifactHashes) => onChange({ ...texts, artifactHashes })}
        >
          <div className="line">
            {given.artifacts.map(({ contentHash, title }) => (
              <Checkbox key={contentHash} value={contentHash} label={title} />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </div>
  );
}
