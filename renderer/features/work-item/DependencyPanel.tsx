// Chooses what an item is to wait for. Whether that closes a cycle is for the rules to say, on the sheet.
import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { openCommandSheet } from '../../ui/command-sheet-store.ts';
import { focusField } from '../review/background.ts';
import type { ItemPlace } from '../review/review-model.ts';
import '../approvals/approvals.css';
import '../review/review.css';
import './work-item.css';

export function DependencyPanel(props: { readonly place: ItemPlace; readonly onLeave: () => void }) {
  const { place, onLeave } = props;
  const { connectionId, groupId, workItemId } = place;
  const { t } = useTexts();
  const { rows } = useLive('plan.follow', { connectionId, groupId });
  const [dependencyId, setDependencyId] = useState<string | null>(null);
  const known = rows.find((row) => row.workItemId === workItemId)?.dependsOn ?? [];
  const choices = rows.filter(
    (row) => row.type === 'workItem' && row.workItemId !== workItemId && !known.includes(row.workItemId),
  );
  return (
    <section className="refusing" aria-label={t('work.forms.dependencyTitle')}>
      <div className="strong">{t('work.forms.dependencyTitle')}</div>
      <p className="muted">{t('work.forms.dependencyHint')}</p>
      <Select
        ref={focusField}
        label={t('work.forms.dependency')}
        searchable
        value={dependencyId}
        onChange={setDependencyId}
        data={choices.map((row) => ({
          value: row.workItemId,
          label: `${row.title} (${row.stateWords.text})`,
        }))}
      />
      <div className="line">
        <Button
          disabled={dependencyId === null}
          onClick={() => {
            if (dependencyId === null) return;
            openCommandSheet({
              connectionId,
              intent: {
                kind: 'ext.missionweaveprotocol.core.work_dependency_add',
                groupId,
                form: { workItemId, dependencyId },
              },
              onKept: onLeave,
            });
          }}
        >
          {t('work.forms.dependencyGo')}
        </Button>
        <Button variant="default" onClick={onLeave}>
          {t('common.cancel')}
        </Button>
      </div>
    </section>
  );
}
