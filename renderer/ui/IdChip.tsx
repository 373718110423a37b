// An id: its last eight characters, with the whole of it to copy, and a link to the object for other people.
import { Menu, UnstyledButton } from '@mantine/core';
import { IconCopy, IconLink } from '@tabler/icons-react';
import { useTexts } from '../i18n/i18n.ts';
import { announce } from './announce.ts';
import { useShownObject } from './object-menu.ts';
import './id-chip.css';

const SHORT_LENGTH = 8;

export function shortId(id: string): string {
  return id.slice(-SHORT_LENGTH);
}

/** `heddle://<connection>/<kind>/<id>` */
export function deepLinkOf(connectionId: string, kind: string, id: string): string {
  return `heddle://${[connectionId, kind, id].map(encodeURIComponent).join('/')}`;
}

export function IdChip(props: {
  readonly id: string;
  /** Where the object can be opened; without it only the id can be copied. */
  readonly link?: { readonly connectionId: string; readonly kind: string };
}) {
  const { id, link } = props;
  const { t } = useTexts();
  // An id that can be opened is what its screen is about; the others only stand there.
  useShownObject(
    id,
    link === undefined ? undefined : deepLinkOf(link.connectionId, link.kind, id),
    link !== undefined,
  );
  const copy = (text: string): void => {
    navigator.clipboard.writeText(text).then(
      () => announce(t('common.copied')),
      (fault: unknown) => console.error('The clipboard is not to be had', fault),
    );
  };
  return (
    <Menu>
      <Menu.Target>
        <UnstyledButton className="id-chip" title={id}>
          <span aria-hidden>…{shortId(id)}</span>
          <span className="visually-hidden">{t('common.idMenu', { id })}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className="id-chip-whole mono">{id}</div>
        <Menu.Item leftSection={<IconCopy size={14} />} onClick={() => copy(id)}>
          {t('common.copy')}
        </Menu.Item>
        {link !== undefined && (
          <Menu.Item
            leftSection={<IconLink size={14} />}
            onClick={() => copy(deepLinkOf(link.connectionId, link.kind, id))}
          >
            {t('common.copyLink')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
