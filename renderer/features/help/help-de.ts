// The help in German: a page for each screen, and the words of the protocol.
import type { HelpBook } from './help-types.ts';

export const GERMAN_HELP: HelpBook = {
  pages: {
    attention: {
      shows:
        'Eine Zeile für alles, was jemanden braucht: was bald bricht, was deine Unterschrift braucht, und was nur andere oder die Zeit bewegen. Sie entsteht jedes Mal aus dem bestätigten Zustand, der Uhr und deinem Postausgang; nichts wird von Hand geführt.',
      can: [
        'Das Beste für eine Zeile tun; es öffnet den Ort, an dem es getan wird.',
        'Eine Zeile neben der Liste zeigen oder ihr Objekt ganz öffnen.',
        'Eine Zeile zurückstellen: bis zu einer Zeit oder bis sich etwas ändert.',
        'Einen Grund für eine Mission stumm schalten, und alles Verborgene zurückholen.',
      ],
      never:
        'Hier wird nie von selbst unterschrieben, und nichts aus „Jetzt“ bleibt über sein Ende hinaus verborgen.',
      terms: ['mission', 'lease', 'offer', 'approval'],
    },
    missions: {
      shows:
        'Alle Missions, an denen dieser Rechner teilhat, mit Zustand, Lage, nächstem Zeitpunkt und Budget.',
      can: [
        'Eine Mission öffnen.',
        'Eine neue beginnen; der Entwurf bleibt, bis du unterschreibst.',
        'Eine Folge-Mission zu einer freigegebenen beginnen.',
      ],
      never: 'Eine freigegebene Mission wird nie wieder geöffnet: Was danach kommt, ist eine Folge-Mission.',
      terms: ['mission', 'group', 'owner', 'coordinator'],
    },
    mission: {
      shows:
        'Eine Mission: ihr Ziel, was durch welche Evidence erledigt ist, ihre WorkItems nach Zustand, ihr Budget in sechs Dimensionen, und was der Vorlage noch im Weg steht.',
      can: [
        'Zur Freigabe vorlegen, wenn nichts mehr übrig ist.',
        'WorkItems anlegen, deine Amtszeit verlängern, die Mission beenden.',
        'Zu Plan, Verlauf, Budget und Unteraufgaben gehen.',
      ],
      never: 'Hier steht nie ein Prozentwert, den jemand eingetippt hat: Fortschritt folgt aus dem Verlauf.',
      terms: ['mission', 'work-item', 'evidence', 'lease', 'budget'],
    },
    plan: {
      shows:
        'Die WorkItems einer Mission und was worauf wartet: als Graph, entlang der Zeit oder als Tabelle. Alle drei haben dieselbe Auswahl.',
      can: [
        'Mit den Pfeiltasten an den Kanten entlanggehen.',
        'WorkItems und Abhängigkeiten hinzufügen; ein Kreis wird sofort abgelehnt.',
        'Filtern und gruppieren; jedes WorkItem neben dem Plan zeigen oder ganz öffnen.',
        'Zu jedem Event zurückgehen und den Plan sehen, wie er war; Escape führt zurück zu jetzt.',
      ],
      never: 'Eine Vorhersage gilt nie als Tatsache: Was niemand weiß, steht als unbekannt da.',
      terms: ['work-item', 'proposal', 'child-mission'],
    },
    timeline: {
      shows:
        'Die Arbeit aller Missionen auf einer Zeitachse: wer was von wann bis wann hält, was geschätzt ist und wie sicher, und die Zeitpunkte, auf die es ankommt.',
      can: [
        'Nach WorkItems oder nach Agents ansehen, oder als Tabelle, die dasselbe in Worten sagt.',
        'Einen Teil der Zeit durch einen Strich über die Achse wählen, oder einen Tag oder eine Woche um jetzt.',
        'Filtern wie im Plan und behalten, was man gerade ansieht.',
      ],
      never:
        'Eine Schätzung ist nie gezeichnet wie eine Tatsache: Was jemand erwartet, ist gestrichelt und sagt, wie sicher es ist.',
      terms: ['mission', 'work-item', 'lease', 'worker'],
    },
    work: {
      shows:
        'Ein WorkItem: Vertrag, Angebote, Besitzer mit Epoch und Leases, Checkpoints, Evidence, Gespräch und Budget.',
      can: [
        'Tun, was sein Zustand zulässt; was nicht geht, sagt warum.',
        'Die Blockade mit dem lösen, was der Worker braucht.',
        'Jede Epoch des Besitzes sehen, und was zu spät kam, um zu zählen.',
      ],
      never: 'Eine Message ändert hier nie den Zustand der Arbeit.',
      terms: ['work-item', 'contract', 'epoch', 'lease', 'checkpoint', 'evidence'],
    },
    review: {
      shows:
        'Ein vorgelegtes Ergebnis neben dem, was der Vertrag verlangt: eine Zeile für jedes Kriterium, eine Spalte für jede Art von Evidence, und ob jedes Artifact ist, was sein Hash sagt.',
      can: [
        'Das Ergebnis annehmen, mit deiner Evidence.',
        'Einen Prüfer fragen, oder eine Prüfung durch einen Menschen hinzufügen.',
        'Zurückgeben: Das WorkItem scheitert mit deinen Gründen und wird neu angeboten.',
      ],
      never: 'Hier wird nie angenommen, solange verlangte Evidence fehlt oder ein Hash abweicht.',
      terms: ['artifact', 'evidence', 'contract', 'epoch'],
    },
    approvals: {
      shows:
        'Was auf einen Menschen als Owner wartet: der Beginn riskanter Arbeit und Ergebnisse ganzer Missions.',
      can: [
        'Einen Beginn erlauben: für gewählte Handlungen, ein Budget und eine Zeit.',
        'Genau die Revision und die Artifacts freigeben, die du siehst.',
        'Änderungen verlangen, mit deinen Gründen.',
      ],
      never:
        'Hier wird nie „die Mission“ im Allgemeinen freigegeben, und nichts, was sich seit deinem Blick geändert hat.',
      terms: ['approval', 'owner', 'artifact', 'budget'],
    },
    outbox: {
      shows:
        'Jeder Command von dir, der noch nicht Verlauf ist: Entwürfe, Wartendes, Gesendetes, Abgelehntes und was niemand beantwortet hat.',
      can: [
        'Sehen, warum ein Command abgelehnt wurde und was sich seither geändert hat.',
        'Ihn neu ausstellen, mit derselben oder einer neuen Identität, wie das Protokoll es sagt.',
        'Die Authority fragen, was aus einem unbeantworteten Command wurde.',
      ],
      never:
        'Ein Wunsch geht nie ein zweites Mal unter neuer Action ID hinaus, solange der erste gewirkt haben kann.',
      terms: ['command', 'action-id', 'authority', 'epoch'],
    },
    assistant: {
      shows: 'Was der Assistant vorschlägt, warum, und was du ihn allein tun lässt. Anfangs nichts.',
      can: [
        'Einen Vorschlag in ein Blatt übernehmen, ändern und unterschreiben.',
        'Nein sagen, mit einem Grund, aus dem er lernt.',
        'Ihn überall auf einmal anhalten.',
      ],
      never:
        'Er unterschreibt nie mit dem Schlüssel eines Menschen und tut nie, was die Regeln hier nicht nennen.',
      terms: ['command', 'coordinator'],
    },
    conversations: {
      shows: 'Was in einer Mission gesagt wird: an alle, zu einem WorkItem oder in einer Prüfung.',
      can: [
        'Messages schreiben, berichtigen und zurückziehen.',
        'Eine offene Frage kennzeichnen; sie zählt, bis sie beantwortet ist.',
        'Aus einer Message einen Vorschlag oder einen Vertrag machen.',
        'Wählen, was von einer Mission sofort kommt; der Rest kommt binnen einer Minute.',
      ],
      never: 'Gesagtes gilt nie als Anweisung: Nur ein unterschriebener Command ändert etwas.',
      terms: ['message', 'proposal', 'command'],
    },
    agents: {
      shows:
        'Die Agents der Organization mit Cards, Anwesenheit und bisheriger Arbeit, und die Mitglieder jeder Mission.',
      can: [
        'Sehen, was jemand kann und getan hat.',
        'Eine Membership ändern oder beenden.',
        'Delegation innerhalb einer Grenze erteilen.',
      ],
      never: 'Ein Agent bekommt nie eine einzige Note: Jede Zahl führt zu ihren Events.',
      terms: ['card', 'membership', 'delegation-grant', 'worker'],
    },
    history: {
      shows:
        'Alle Events einer Mission in ihrer Reihenfolge, unterschrieben von ihrem Urheber, mit ihrer Ursache.',
      can: [
        'Mit Wörtern wie „kind:work.*“ filtern und den Filter als Ansicht behalten.',
        'Hier prüfen: Schlüssel, Unterschriften, Lücken.',
        'Den Zustand sehen, wie er bei irgendeiner Sequenz war.',
      ],
      never: 'Er ändert sich nie: Angenommenes bleibt, und eine Schwärzung hinterlässt ihr Zeichen.',
      terms: ['event', 'sequence', 'snapshot', 'epoch'],
    },
    files: {
      shows: 'Verläufe, die aus Dateien geöffnet wurden, ohne Verbindung und ohne Identität.',
      can: ['Sie prüfen und durchsehen wie jeden Verlauf.', 'Ausgeben, was du ansiehst.'],
      never: 'Hier kannst du nie handeln: Eine geöffnete Datei ist keine Verbindung.',
      terms: ['event', 'snapshot'],
    },
    search: {
      shows:
        'Wo Wörter stehen: in Messages, Verträgen, Evidence und Events aller Missions auf diesem Rechner.',
      can: ['Ohne Verbindung suchen.', 'Zum Gefundenen gehen.'],
      never: 'Niemand sonst wird gefragt, und Geschwärztes wird nie gefunden.',
      terms: ['message', 'evidence', 'event'],
    },
    artifacts: {
      shows:
        'Alle Artifacts: woher sie kommen, wo sie benutzt werden, und ob ihr Inhalt ist, was der Hash sagt.',
      can: [
        'Abrufen, prüfen und vergleichen.',
        'Eine Vorschau ansehen, die keine Rechte hat.',
        'Verfolgen, wie eines aus anderen entstand.',
      ],
      never: 'Nichts darin wird je ausgeführt, und eine Adresse gilt nie als Identität.',
      terms: ['artifact', 'evidence'],
    },
    connections: {
      shows:
        'Die Authorities, mit denen dieser Rechner spricht: wie jede steht, wie weit jede Group gelesen ist, und was diesen Rechner verlässt.',
      can: [
        'Verbinden, noch einmal versuchen, oder ohne Verbindung arbeiten.',
        'Sehen, was in deiner Abwesenheit geschah.',
        'Einen Snapshot holen, wo der Verlauf zu weit zurückliegt.',
      ],
      never: 'Einer Authority wird nie allein wegen ihrer Adresse geglaubt.',
      terms: ['authority', 'session', 'sequence', 'snapshot'],
    },
    keys: {
      shows:
        'Die Identitäten dieses Rechners mit ihren Schlüsseln: wo jeder liegt, bis wann er gilt, und ob eine Sicherung erprobt wurde.',
      can: [
        'Schlüssel erzeugen, übernehmen, sichern und wechseln.',
        'Alle sofort sperren.',
        'Eine Identität entfernen, nachdem du gesehen hast, was dann nicht mehr geht.',
      ],
      never: 'Ein privater Schlüssel wird nie gezeigt, und keiner kommt je in dieses Fenster.',
      terms: ['epoch', 'session', 'membership'],
    },
    settings: {
      shows:
        'Wie das Fenster aussieht und spricht, auf welche Tasten es hört, wann es dich benachrichtigt, und wo seine Daten liegen.',
      can: [
        'Sprache, Aussehen, Größe und Bewegung wählen.',
        'Einzelne Tasten abschalten oder andere wählen.',
        'Diagnosen ansehen und speichern.',
      ],
      never: 'Für andere ändert sich nie etwas: Alles betrifft nur diesen Rechner.',
      terms: [],
    },
    briefs: {
      shows:
        'Briefs: Texte, die eine ganze Mission beschreiben. Was aus einem folgt, steht da, bevor etwas unterschrieben wird.',
      can: [
        'Mit einer Vorlage der App oder einer eigenen beginnen und einen Brief als Vorlage behalten.',
        'Einen Brief prüfen und seine Verträge und Warnungen sehen.',
        'Ihn laufen lassen, anhalten und von Hand übernehmen.',
      ],
      never: 'Eine Mission, die du nicht unterschrieben hast, beginnt nie.',
      terms: ['mission', 'contract', 'budget'],
    },
    demo: {
      shows:
        'Eine eigene Organization auf diesem Rechner, mit zwei Missions und Dingen, die du geschehen lassen kannst.',
      can: [
        'Ein Angebot ablehnen, eine Lease enden, einen Hash abweichen lassen und mehr.',
        'Den Rundgang noch einmal machen.',
        'Sie zurücksetzen oder wegwerfen.',
      ],
      never: 'Deine eigenen Daten werden nie berührt, und ihre Schlüssel kommen nie in einen Schlüsselbund.',
      terms: ['mission', 'authority'],
    },
    welcome: {
      shows:
        'Drei Türen: die Demo ausprobieren, eine Identität anlegen, oder sich mit einer Authority verbinden.',
      can: ['Eine davon jetzt nehmen, die anderen später.'],
      never: 'Nichts wird je gesendet, bevor du gesagt hast, wohin.',
      terms: ['authority'],
    },
    contract: {
      shows:
        'Ein Work Contract: Ziel, Kriterien mit der nötigen Evidence, Eingaben, Erlaubnisse, Zeit, Budget und Risiko, geprüft beim Schreiben.',
      can: [
        'Ihn als Formular oder als JSON schreiben.',
        'Mit dem zuletzt Angenommenen vergleichen.',
        'Als Entwurf behalten, bis du unterschreibst.',
      ],
      never: 'Von einem Kind wird nie mehr verlangt, als sein Elternteil geben darf.',
      terms: ['contract', 'evidence', 'budget', 'work-item'],
    },
    offer: {
      shows:
        'Wer ein WorkItem übernehmen kann: erst ein harter Filter, dann eine Reihenfolge, deren Gründe sich alle ansehen lassen.',
      can: [
        'Einem nach dem anderen anbieten, oder wenigen zugleich.',
        'Die Reihenfolge ändern; der Grund kommt in den Verlauf.',
        'Ein Angebot verlängern, oder den nächsten Kandidaten nehmen.',
      ],
      never: 'Was ein Agent in anderen Groups tut, steht hier nie, nur wie viel Platz er hat.',
      terms: ['offer', 'worker', 'card', 'context-package'],
    },
    leases: {
      shows:
        'Alles, was allein durch Zeit endet, über alle Missions: Amtszeiten, Reservierungen, Ausführungen.',
      can: [
        'Nach dem sortieren, was als Nächstes endet.',
        'Deine Amtszeit verlängern.',
        'Arbeit neu vergeben, deren Lease abgelaufen ist.',
      ],
      never: 'Hier wird nie auf ein Event gewartet, das vom Ende einer Lease spricht: Es kommt keines.',
      terms: ['lease', 'epoch', 'coordinator', 'worker'],
    },
    reassign: {
      shows:
        'Was zu wissen ist, bevor ein WorkItem an jemand anderen geht: der letzte Checkpoint, was verloren geht, und was mit einem späten Ergebnis geschieht.',
      can: ['Weiter zum Angebot, mit der nächsten Epoch des Besitzes.'],
      never: 'Arbeit wird nie weggenommen, bevor ihre Lease geendet hat.',
      terms: ['lease', 'epoch', 'checkpoint', 'offer'],
    },
    takeover: {
      shows:
        'Wer eine Mission führt, und was nötig ist, das zu ändern: als Owner, oder als Coordinator, der übernimmt.',
      can: [
        'Den Coordinator ersetzen.',
        'Durchgehen, was vor dem ersten Angebot zu wissen ist.',
        'Entwürfe übergeben, wenn jemand anderes führt.',
      ],
      never: 'Ein früherer Coordinator handelt nie weiter: Die Epoch schließt ihn sofort aus.',
      terms: ['coordinator', 'epoch', 'context-package', 'lease'],
    },
    budget: {
      shows:
        'Was eine Mission und alles darunter darf, braucht und hält, in sechs Dimensionen, mit Vorhersage.',
      can: [
        'Sehen, wo und auf welcher Ebene eine Grenze erreicht ist.',
        'Zu dem gehen, was am meisten braucht.',
      ],
      never: 'Nie wird stillschweigend eine Währung umgerechnet, und nie zählt, was nicht aufgezeichnet ist.',
      terms: ['budget', 'child-mission', 'work-item'],
    },
    children: {
      shows: 'Der Baum der Unteraufgaben: worauf jede wartet, und was ihr Scheitern bewirken würde.',
      can: [
        'Eine Unteraufgabe als Coordinator der übergeordneten Mission freigeben.',
        'Nach einem Scheitern neu planen.',
      ],
      never: 'Was ein Scheitern bedeutet, entscheidet sich hier nie von selbst.',
      terms: ['child-mission', 'coordinator', 'approval'],
    },
    promote: {
      shows: 'Ein WorkItem, aus dem eine Unteraufgabe werden soll, mit jeder Grenze, die sie einhalten muss.',
      can: ['Einen Coordinator wählen, und was bei Scheitern geschieht; dann unterschreiben.'],
      never: 'Ein Kind bekommt nie mehr, als sein Elternteil hat.',
      terms: ['child-mission', 'work-item', 'budget', 'delegation-grant'],
    },
    policy: {
      shows:
        'Die Grenzen der Zusammenarbeit mit ihrem Stand, was nach welcher Regel entschieden wurde, und erbetene und erteilte Ausnahmen.',
      can: [
        'Sehen, wie nah eine Grenze ist.',
        'Den Owner um eine Ausnahme bitten, oder eine für einen Command erteilen.',
      ],
      never: 'Eine Grenze wird nie für mehr als den einen genannten Command aufgehoben.',
      terms: ['override', 'command', 'owner'],
    },
    operator: {
      shows:
        'Die Authority, die du verwaltest: Agents und ihre Cards, Schlüssel, Policy, Sessions, was zugelassen oder abgelehnt wurde, Zustand und Sicherungen.',
      can: [
        'Agents, Cards und Schlüssel eintragen und widerrufen.',
        'Die Policy ändern; sie wird geprüft, bevor sie gilt.',
        'Sehen, warum etwas abgelehnt wurde, in voller Länge.',
      ],
      never: 'Hier wird nie für eine Mission entschieden: Wer verwaltet, ist niemandes Coordinator.',
      terms: ['authority', 'card', 'session', 'override'],
    },
    help: {
      shows: 'Eine Seite für jeden Ort, und die Wörter, die überall eine Bedeutung haben.',
      can: [
        'Alle Seiten durchsuchen.',
        'Den Rundgang noch einmal beginnen.',
        'Sie überall mit F1 öffnen, oder mit „?“ in der Palette.',
      ],
      never: 'Sie verlässt nie diesen Rechner.',
      terms: [],
    },
  },
  terms: {
    mission: { word: 'Mission', means: 'Ein begrenztes Ziel mit Owner, Coordinator, Budget und Ende.' },
    'child-mission': {
      word: 'Unteraufgabe',
      means: 'Eine Mission, die ein WorkItem einer anderen vollendet (Child Mission).',
    },
    group: { word: 'Group', means: 'Der Raum einer Mission auf Zeit, mit ihrem einen Verlauf.' },
    'work-item': {
      word: 'WorkItem',
      means: 'Ein Stück Arbeit mit Vertrag; höchstens ein Worker besitzt es.',
    },
    contract: {
      word: 'Work Contract',
      means: 'Der Vertrag: was zu tun ist, nach welchen Kriterien, in welchen Grenzen.',
    },
    proposal: {
      word: 'Work Proposal',
      means: 'Ein Vorschlag für Arbeit, von jedem Mitglied. Er verpflichtet niemanden.',
    },
    offer: {
      word: 'Offer',
      means: 'Ein Angebot an Worker, das von selbst endet. Es gibt noch niemandem die Arbeit.',
    },
    coordinator: {
      word: 'Coordinator',
      means: 'Der Agent, der plant, anbietet und prüft, für eine Amtszeit, die zu verlängern ist.',
    },
    worker: { word: 'Worker', means: 'Ein Agent, der Angebote annimmt und in eigener Reihenfolge arbeitet.' },
    owner: {
      word: 'MissionOwner',
      means: 'Wer die Mission wollte und ihr Ergebnis allein freigibt: zuoberst ein Mensch.',
    },
    message: { word: 'Message', means: 'Etwas Gesagtes. Es ändert nie einen Zustand.' },
    command: {
      word: 'Command',
      means: 'Eine unterschriebene Bitte um eine Änderung; die Authority nimmt sie an oder lehnt sie ab.',
    },
    event: {
      word: 'Event',
      means: 'Eine angenommene Tatsache, von der Authority unterschrieben, nie mehr geändert.',
    },
    'action-id': { word: 'Action ID', means: 'Der Name eines Wunsches: zweimal derselbe wirkt nur einmal.' },
    epoch: {
      word: 'Epoch',
      means:
        'Eine Zahl, die steigt, wenn jemand einen Platz einnimmt; wer eine ältere trägt, wird abgelehnt.',
    },
    lease: { word: 'Lease', means: 'Ein Recht, das zu einer Zeit endet, wenn es niemand verlängert.' },
    artifact: { word: 'Artifact', means: 'Ein Ergebnis, das nach dem Hash seines Inhalts heißt.' },
    evidence: {
      word: 'Evidence',
      means: 'Eine unterschriebene Tatsache darüber, ob ein Kriterium erfüllt ist.',
    },
    checkpoint: {
      word: 'Checkpoint',
      means: 'Ein Stand der Arbeit, von dem aus jemand weitermachen könnte.',
    },
    approval: {
      word: 'Freigabe',
      means:
        'Die Unterschrift eines Menschen unter eine genaue Revision mit ihren Artifacts oder unter einen riskanten Beginn (Approval).',
    },
    budget: {
      word: 'Budget',
      means: 'Feste Grenzen in sechs Dimensionen; die eines Kindes liegen in denen seines Elternteils.',
    },
    membership: { word: 'Membership', means: 'Was jemand in einer Group tun und sehen darf.' },
    'delegation-grant': {
      word: 'Delegation Grant',
      means: 'Ein Recht, Teile eines WorkItems weiterzugeben, bis zu einer Grenze.',
    },
    override: {
      word: 'Cooperation Override',
      means: 'Ein Command jenseits einer Grenze, vom Owner einmal erlaubt.',
    },
    session: {
      word: 'Session',
      means: 'Die eine lebende Verbindung eines Agents; eine neue beendet die alte.',
    },
    sequence: { word: 'Sequenz', means: 'Der Platz eines Events im Verlauf seiner Group.' },
    snapshot: { word: 'Snapshot', means: 'Ein unterschriebener Zustand einer Group bis zu einer Sequenz.' },
    'context-package': {
      word: 'Context Package',
      means: 'Was jemand Neues wissen muss, unterschrieben, mit Quellen.',
    },
    card: { word: 'Agent Card', means: 'Wofür die Organization bürgt: wer ein Agent ist und was er kann.' },
    authority: {
      word: 'Group Authority',
      means: 'Der Dienst, der ordnet, prüft und unterschreibt. Er führt niemanden.',
    },
  },
};
