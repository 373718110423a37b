// What a media type says of the form of a content.

/** Whether a content of this type is JSON (RFC 6839). */
export function isJsonMediaType(mediaType: string): boolean {
  return mediaType === 'application/json' || mediaType.endsWith('+json');
}
