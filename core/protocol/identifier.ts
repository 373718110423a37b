// Protocol identifiers: absolute RFC 3986 URIs over the whole string, compared byte for byte (DATA-040…DATA-045).

// The grammar of RFC 3986 appendix A, assembled from its own rule names. Percent triplets are checked apart, so
// that every loop here runs over one character class: matching stays linear, and needs no stack however long the
// input is.
const UNRESERVED_SUB = "A-Za-z0-9\\-._~!$&'()*+,;=";
const BAD_PERCENT = /%(?![0-9A-Fa-f]{2})/;
const PCHAR = `${UNRESERVED_SUB}%:@`;
const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const IPV4 = `${OCTET}(?:\\.${OCTET}){3}`;
const H16 = '[0-9A-Fa-f]{1,4}';
const LS32 = `(?:${H16}:${H16}|${IPV4})`;
const IPV6 = `(?:${[
  `(?:${H16}:){6}${LS32}`,
  `::(?:${H16}:){5}${LS32}`,
  `(?:${H16})?::(?:${H16}:){4}${LS32}`,
  `(?:(?:${H16}:){0,1}${H16})?::(?:${H16}:){3}${LS32}`,
  `(?:(?:${H16}:){0,2}${H16})?::(?:${H16}:){2}${LS32}`,
  `(?:(?:${H16}:){0,3}${H16})?::${H16}:${LS32}`,
  `(?:(?:${H16}:){0,4}${H16})?::${LS32}`,
  `(?:(?:${H16}:){0,5}${H16})?::${H16}`,
  `(?:(?:${H16}:){0,6}${H16})?::`,
].join('|')})`;
const IPVFUTURE = `[Vv][0-9A-Fa-f]+\\.[${UNRESERVED_SUB}:]+`;
const HOST = `(?:\\[(?:${IPV6}|${IPVFUTURE})\\]|[${UNRESERVED_SUB}%]*)`;
const AUTHORITY = `(?:[${UNRESERVED_SUB}%:]*@)?${HOST}(?::[0-9]*)?`;
const HIER_PART = `(?://${AUTHORITY}(?:/[${PCHAR}/]*)?|/(?:[${PCHAR}][${PCHAR}/]*)?|[${PCHAR}][${PCHAR}/]*|)`;
const QUERY = `[${PCHAR}/?]*`;
const ABSOLUTE_URI = new RegExp(`^[A-Za-z][A-Za-z0-9+\\-.]*:${HIER_PART}(?:\\?${QUERY})?(?:#${QUERY})?$`);

// Nearly every identifier is a URN made of plain characters: one class and no alternatives decide those.
const PLAIN_URN = /^urn:[A-Za-z0-9\-._~!$&'()*+,;=:@]+$/;

/**
 * Whether the complete string is an absolute RFC 3986 URI (DATA-040, DATA-041): a scheme, ASCII of the RFC's set
 * only, well-formed percent triplets and IP literals. No length limit: the 512-character bound belongs to the
 * schemas (DATA-044). Identifiers are never normalized; compare them with `===` (DATA-045).
 */
export function isAbsoluteUri(text: string): boolean {
  return PLAIN_URN.test(text) || (!BAD_PERCENT.test(text) && ABSOLUTE_URI.test(text));
}
