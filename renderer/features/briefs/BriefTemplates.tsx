// Briefs to begin with: those of the app and a person's own. A file is taken in only when it is a brief; otherwise each line that is
// wrong is named with what would be right.
import { Button, FileButton } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type BriefFaultModel,
  type BriefTemplate,
  MAX_BRIEF_CHARACTERS,
} from '../../../core/contract/briefs.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useRequest } from '../../transport/desk.tsx';
import { useAuthorityNow } from '../../ui/clock.tsx';
import { drop } from '../../ui/drop.ts';
import { formatInstant } from '../../ui/format.ts';
import { Section } from '../../ui/Pane.tsx';
import { FaultNote, LostNote, Skeleton } from '../../ui/states.tsx';
import { type BriefText, takeBriefTemplate } from './brief-file.ts';
import './briefs.css';

export function BriefTemplates(props: { readonly brief: BriefText }) {
  const { brief } = props;
  const { t, language } = useTexts();
  const desk = useDesk();
  const { data, isError, refetch } = useQuery({
    queryKey: ['briefs.templates', language],
    queryFn: () => desk.briefs.templates(),
  });
  const importing = useRequest(desk.briefs.importTemplate);
  const removing = useRequest(desk.briefs.removeTemplate);
  const [refused, setRefused] = useState<{
    readonly name: string;
    readonly faults: readonly BriefFaultModel[];
  }>();
  const [isKept, setIsKept] = useState(false);
  const take = async (given: Pick<BriefText, 'name' | 'text' | 'format'>): Promise<void> => {
    setRefused(undefined);
    setIsKept(false);
    const answer = await importing.run(given);
    if (answer === undefined) return;
    if (answer.kind === 'faults') {
      setRefused({ name: given.name, faults: answer.faults });
      return;
    }
    setIsKept(true);
    await refetch();
  };
  const takeFile = async (file: File): Promise<void> => {
    const format = file.name.toLowerCase().endsWith('.json') ? 'json' : 'yaml';
    // A character takes four bytes at most: of a larger file enough is read to be refused as too large.
    const text = await file.slice(0, MAX_BRIEF_CHARACTERS * 4).text();
    await take({ name: file.name, text: text.slice(0, MAX_BRIEF_CHARACTERS), format });
  };
  const remove = async (templateId: string): Promise<void> => {
    if ((await removing.run({ templateId })) !== undefined) await refetch();
  };
  const { format, text } = brief;
  const name = brief.name === '' ? t('computer.briefs.templates.untitled', { format }) : brief.name;
  return (
    <Section title={t('computer.briefs.templates.title')}>
      <div className="stack">
        <p className="muted">{t('computer.briefs.templates.body')}</p>
        {isError && <LostNote />}
        {data === undefined ? (
          !isError && <Skeleton />
        ) : (
          <ul className="plain-list stack">
            {data.templates.map((template) => (
              <TemplateItem
                key={template.templateId}
                template={template}
                onRemove={() => drop(() => remove(template.templateId))}
              />
            ))}
          </ul>
        )}
        <div className="line">
          <FileButton
            accept=".yaml,.yml,.json"
            onChange={(file) => {
              if (file !== null) drop(() => takeFile(file));
            }}
          >
            {(button) => (
              <Button {...button} size="xs" variant="default" leftSection={<IconFileImport size={14} />}>
                {t('computer.briefs.templates.import')}
              </Button>
            )}
          </FileButton>
          <Button
            size="xs"
            variant="default"
            disabled={text.trim() === ''}
            loading={importing.isRunning}
            onClick={() => drop(() => take({ name, text, format }))}
          >
            {t('computer.briefs.templates.keep')}
          </Button>
        </div>
        <p role="status">{isKept ? t('computer.briefs.templates.kept') : ''}</p>
        {refused !== undefined && (
          <div className="brief-faults" role="alert">
            <div className="strong">{t('computer.briefs.templates.faults', { name: refused.name })}</div>
            <FaultLines name={refused.name} faults={refused.faults} />
          </div>
        )}
        {[importing, removing].map(({ fault, isLost }, index) => (
          <div key={index === 0 ? 'importing' : 'removing'}>
            {fault !== undefined && <FaultNote fault={fault} />}
            {isLost && <LostNote />}
          </div>
        ))}
      </div>
    </Section>
  );
}

function TemplateItem(props: { readonly template: BriefTemplate; readonly onRemove: () => void }) {
  const { template, onRemove } = props;
  const { title, objective, origin, importedAtMs, workers, inputs, name, faults } = template;
  const { t, language } = useTexts();
  const nowMs = useAuthorityNow();
  return (
    <li className="brief-template">
      <div className="line">
        <span className="strong">{title}</span>
        <span className="muted">
          {importedAtMs === undefined
            ? t('computer.briefs.templates.builtIn')
            : t('computer.briefs.templates.own', { at: formatInstant(importedAtMs, nowMs, language) })}
        </span>
      </div>
      {objective !== '' && <p>{objective}</p>}
      {workers.length > 0 && (
        <p className="muted">{t('computer.briefs.templates.workers', { names: workers.join(', ') })}</p>
      )}
      {inputs.length > 0 && (
        <p className="muted">{t('computer.briefs.templates.folders', { names: inputs.join(', ') })}</p>
      )}
      {faults.length > 0 && (
        <div className="brief-faults">
          <div>{t('computer.briefs.templates.broken')}</div>
          <FaultLines name={name} faults={faults} />
        </div>
      )}
      <div className="line">
        <Button size="xs" variant="default" onClick={() => takeBriefTemplate(template)}>
          {t('computer.briefs.templates.use', { title })}
        </Button>
        {origin === 'own' && (
          <Button size="xs" variant="subtle" color="gray" onClick={onRemove}>
            {t('computer.briefs.templates.remove', { title })}
          </Button>
        )}
      </div>
    </li>
  );
}

/** The file, the line, what is wrong there and what would be right. */
function FaultLines(props: { readonly name: string; readonly faults: readonly BriefFaultModel[] }) {
  const { name, faults } = props;
  const { t } = useTexts();
  return (
    <ul className="plain-list">
      {faults.map(({ words, line, column, path }) => (
        <li key={`${path} ${line ?? 0} ${column ?? 0} ${words.key}`}>
          <span className="mono">
            {line === undefined ? name : `${name}, ${t('computer.briefs.line', { line })}`}
          </span>
          {': '}
          {words.text}
        </li>
      ))}
    </ul>
  );
}
