// What lies over a screen and is closed again: its button to close has a name.
import { Modal, type ModalProps } from '@mantine/core';
import { useTexts } from '../i18n/i18n.ts';

/** As Mantine's, for everything with a title. */
export function Dialog(props: ModalProps) {
  const { t } = useTexts();
  return <Modal {...props} closeButtonProps={{ 'aria-label': t('common.close') }} />;
}
