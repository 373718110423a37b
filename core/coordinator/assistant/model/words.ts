// Why there is no draft from a model, in words.
import type { EndpointFault } from './endpoint.ts';
import type { ModelFault } from './model-fault.ts';

export type ModelLanguage = 'en' | 'de';

interface ModelWords {
  readonly faults: {
    readonly [Code in ModelFault['code']]: (
      values: Extract<ModelFault, { readonly code: Code }>['values'],
    ) => string;
  };
  readonly endpoint: { readonly [Fault in EndpointFault]: string };
}

const MICROUNITS = 1_000_000;

const ENGLISH: ModelWords = {
  faults: {
    'unsafe-address': ({ detail }) => `The address of the model is not a safe one (${detail}).`,
    'key-unusable': ({ detail }) => `The key for the model cannot be used (${detail}).`,
    'request-too-large': ({ characters, limit }) =>
      `The material has ${characters} characters; a request takes ${limit}.`,
    'budget-spent': ({ dimension, wanted, left }) =>
      dimension === 'tokens'
        ? `This may take ${wanted} tokens, and the Mission has ${left} left for models.`
        : `This may cost ${wanted / MICROUNITS}, and the Mission has ${left / MICROUNITS} left for models.`,
    cancelled: () => 'The request was cancelled.',
    'too-slow': ({ timeoutMs }) => `There was no whole answer within ${timeoutMs / 1_000} s.`,
    unreachable: ({ reason, detail }) => `The server of the model cannot be reached (${reason}: ${detail}).`,
    redirected: ({ to }) =>
      `The server sends the request elsewhere (${to}); the key goes to no other server than the one that was named.`,
    'key-refused': ({ status }) => `The server does not accept the key (${status}).`,
    'too-many-requests': ({ retryAtMs }) =>
      `The server wants no more requests before ${new Date(retryAtMs).toISOString()}.`,
    'request-refused': ({ status, detail }) => `The server refuses the request (${status}: ${detail}).`,
    'server-failed': ({ status }) => `The server has failed (${status}).`,
    'answer-too-large': ({ limit }) => `The answer has more than ${limit} bytes; it was not read.`,
    'answer-broken-off': () => 'The answer broke off.',
    'answer-unreadable': ({ detail }) => `The answer is not JSON (${detail}).`,
    'draft-cut-short': () => 'The model came to its limit of tokens before the draft was done.',
    'no-draft': () => 'The answer holds no draft.',
    'draft-misshapen': ({ path, problem }) =>
      `The draft does not have the right form (${path === '' ? '' : `${path} `}${problem}).`,
    'hidden-character': ({ character }) => `The draft holds a character that cannot be seen (${character}).`,
    'key-echoed': () =>
      'The answer holds the key that was sent. Nothing of it was taken; the key should be replaced.',
  },
  endpoint: {
    'not-an-address': 'This is no address; right would be https://host/v1.',
    'neither-https-nor-http': 'The address has to begin with https://, or with http:// on this computer.',
    'more-than-an-address': 'An address holds no key and no query; the key has a place of its own.',
    'no-model': 'The model needs the name by which the server knows it.',
    'bad-output-limit': 'The limit of tokens is a whole number from 1 to 100000.',
    'bad-timeout': 'The time limit is between one millisecond and ten minutes.',
    'bad-price': 'A price has a currency such as EUR and amounts that are not negative.',
  },
};

const GERMAN: ModelWords = {
  faults: {
    'unsafe-address': ({ detail }) => `Die Adresse des Modells ist nicht sicher (${detail}).`,
    'key-unusable': ({ detail }) => `Der Schlüssel für das Modell ist nicht brauchbar (${detail}).`,
    'request-too-large': ({ characters, limit }) =>
      `Das Material hat ${characters} Zeichen; in eine Anfrage passen ${limit}.`,
    'budget-spent': ({ dimension, wanted, left }) =>
      dimension === 'tokens'
        ? `Das kann ${wanted} Token brauchen, und die Mission hat für Modelle noch ${left}.`
        : `Das kann ${wanted / MICROUNITS} kosten, und die Mission hat für Modelle noch ${left / MICROUNITS}.`,
    cancelled: () => 'Die Anfrage wurde abgebrochen.',
    'too-slow': ({ timeoutMs }) => `Binnen ${timeoutMs / 1_000} s kam keine ganze Antwort.`,
    unreachable: ({ reason, detail }) =>
      `Der Server des Modells ist nicht erreichbar (${reason}: ${detail}).`,
    redirected: ({ to }) =>
      `Der Server schickt die Anfrage woanders hin (${to}); der Schlüssel geht an keinen anderen als den genannten Server.`,
    'key-refused': ({ status }) => `Der Server nimmt den Schlüssel nicht an (${status}).`,
    'too-many-requests': ({ retryAtMs }) =>
      `Der Server will bis ${new Date(retryAtMs).toISOString()} keine Anfragen mehr.`,
    'request-refused': ({ status, detail }) => `Der Server lehnt die Anfrage ab (${status}: ${detail}).`,
    'server-failed': ({ status }) => `Der Server hat versagt (${status}).`,
    'answer-too-large': ({ limit }) => `Die Antwort hat mehr als ${limit} Byte; sie wurde nicht gelesen.`,
    'answer-broken-off': () => 'Die Antwort ist abgebrochen.',
    'answer-unreadable': ({ detail }) => `Die Antwort ist kein JSON (${detail}).`,
    'draft-cut-short': () => 'Das Modell kam an seine Token-Grenze, bevor der Entwurf fertig war.',
    'no-draft': () => 'Die Antwort enthält keinen Entwurf.',
    'draft-misshapen': ({ path, problem }) =>
      `Der Entwurf hat nicht die richtige Form (${path === '' ? '' : `${path} `}${problem}).`,
    'hidden-character': ({ character }) => `Der Entwurf enthält ein unsichtbares Zeichen (${character}).`,
    'key-echoed': () =>
      'Die Antwort enthält den gesendeten Schlüssel. Nichts davon wurde übernommen; der Schlüssel sollte ersetzt werden.',
  },
  endpoint: {
    'not-an-address': 'Das ist keine Adresse; richtig wäre https://host/v1.',
    'neither-https-nor-http': 'Die Adresse beginnt mit https://, auf diesem Rechner auch mit http://.',
    'more-than-an-address':
      'Eine Adresse enthält keinen Schlüssel und keine Abfrage; der Schlüssel hat seinen eigenen Platz.',
    'no-model': 'Das Modell braucht den Namen, unter dem der Server es kennt.',
    'bad-output-limit': 'Die Token-Grenze ist eine ganze Zahl von 1 bis 100000.',
    'bad-timeout': 'Die Zeitgrenze liegt zwischen einer Millisekunde und zehn Minuten.',
    'bad-price': 'Ein Preis hat eine Währung wie EUR und Beträge, die nicht negativ sind.',
  },
};

const WORDS: { readonly [Language in ModelLanguage]: ModelWords } = { en: ENGLISH, de: GERMAN };

/** Why there is no draft, as a sentence. */
export function describeModelFault({ code, values }: ModelFault, language: ModelLanguage): string {
  // Code and values belong together by the type of the fault.
  const describe = WORDS[language].faults[code] as (given: ModelFault['values']) => string;
  return describe(values);
}

export function describeEndpointFault(fault: EndpointFault, language: ModelLanguage): string {
  return WORDS[language].endpoint[fault];
}
