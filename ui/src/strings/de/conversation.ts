import type { conversation as english } from "../en/conversation";
import { plural } from "./plural";

const origins: Record<string, string> = {
  "task-notification": "eine Hintergrundaufgabe",
  "auto-continuation": "Claude",
  channel: "einen MCP-Server",
  peer: "eine andere Sitzung",
};

export const conversation: typeof english = {
  newSince: "Neu seit dem letzten Besuch",
  jumpToEndHint: "Zum Ende (Strg+Ende)",
  notShown: (kind) => `Eintrag vom Typ ${kind} kann nicht angezeigt werden. Er steht im Protokoll.`,
  actions: "Aktionen der Sitzung",
  lastPrompt: "Zum letzten Prompt",
  changes: (added, removed) => `Änderungen: +${added} −${removed} Zeilen`,
  lastEvent: (when) => `Letztes Ereignis ${when}`,
  untitled: "Sitzung",
  sessionCopied: "Sitzung als Markdown kopiert.",
  answerCopied: "Die Antwort ist kopiert.",
  noAnswer: "Diese Antwort gibt es nicht.",
  answersOnly: "Dieses Gerät kann Sitzungen ansehen und Anfragen beantworten.",
  viewsOnly: "Dieses Gerät kann Sitzungen ansehen.",
  agentsStopped: (count) =>
    count === 0
      ? "Keine laufenden Agenten."
      : plural(count, { one: "1 Agent gestoppt.", other: `${count} Agenten gestoppt.` }),
  nothingWaits: "Hier ist keine Anfrage offen.",

  find: {
    title: "In der Sitzung suchen",
    searching: "Suche läuft…",
    nothing: "Keine Treffer",
    place: (place, all) => `${place} von ${all}`,
    previous: "Vorheriger",
    previousHint: "Vorheriger (Enter)",
    next: "Nächster",
    nextHint: "Nächster (Umschalt+Enter)",
  },

  row: {
    copy: "Als Markdown kopieren",
    link: "Link zu dieser Nachricht",
    linkCopied: "Link kopiert.",
    linkInBar: "Der Link steht in der Adresszeile.",
    fork: "Hier abzweigen",
    forkHint: "Hier abzweigen: Eine Kopie der Sitzung setzt nach dieser Nachricht fort",
    showLess: "Weniger anzeigen",
    showAll: (size) => `Alles anzeigen · ${size}`,
    picture: "angehängtes Bild",
    stopped: "Hier gestoppt",
    thoughtHidden: "Nachgedacht (von der API verborgen)",
    thought: "Nachgedacht",
    thoughtFor: (time) => `${time} nachgedacht`,
    thinking: (time) => `Denkt nach, ${time}`,
    thinkingTokens: (time, tokens) => `Denkt nach, ${time}, ${tokens} Token`,
    tokens: (input, output) => `${input} ein, ${output} aus`,
    startedBy: (origin) => ` · gestartet durch ${origins[origin] ?? origin.replaceAll("-", " ")}`,
    denied: (tools) => `Abgelehnt: ${tools}`,
    compacted: "Kontext komprimiert",
  },

  delivery: {
    starting: "wird gesendet, sobald Claude gestartet ist",
    sent: "gesendet",
    queued: "zugestellt, noch nicht gelesen",
    running: "wird beantwortet",
    done: "beantwortet",
    cancelled: "abgebrochen",
    held: "zurückgehalten",
    lost: "verloren: Claude endete vor der Antwort",
    duplicate: "zweimal gesendet, einmal ausgeführt",
    blocked: "von einem Hook blockiert",
  },

  outcomes: {
    completed: "fertig",
    interrupted: "gestoppt",
    preempted: "durch eine andere Nachricht abgelöst",
    apiError: "fehlgeschlagen",
    maxTurns: "Schrittgrenze erreicht",
    maxBudget: "Budget erreicht",
    schemaFailed: "passt nicht zum Schema",
    promptBlocked: "von einem Hook blockiert",
    stoppedByHook: "von einem Hook gestoppt",
    deferred: "ein Aufruf wurde verschoben",
    command: "fertig",
    failed: "fehlgeschlagen",
  },

  boundaries: {
    started: "Sitzung gestartet",
    resumed: "Sitzung fortgesetzt",
    forked: "hier abgezweigt",
    cleared: "Unterhaltung geleert",
    reset: "neue Unterhaltung",
    ended: "Sitzung beendet",
    died: "Prozess unerwartet beendet",
    parked: "schläft; die nächste Nachricht weckt die Sitzung",
    woken: "geweckt",
    imported: "importiert",
  },

  raw: {
    unknown: "eine Nachricht, die diese Version nicht kennt",
    malformed: "eine Nachricht in unerwarteter Form",
    notJson: "eine Zeile, die kein JSON ist",
  },

  markdown: {
    thinking: "Gedanken",
    compacted: "Kontext komprimiert: Frühere Einzelheiten können fehlen.",
    error: "Fehler:",
    interrupted: "unterbrochen",
  },

  compaction: {
    running: "Kontext wird komprimiert…",
    failed: (error) => (error ? `Komprimierung fehlgeschlagen: ${error}` : "Komprimierung fehlgeschlagen"),
    done: (sizes) => `Kontext komprimiert${sizes} · frühere Einzelheiten können fehlen`,
    summarised: (sizes) =>
      `Kontext komprimiert${sizes} · Zusammenfassung behalten, frühere Einzelheiten können fehlen`,
    from: (before) => `, ${before} Token`,
    fromTo: (before, after) => `, ${before} auf ${after} Token`,
    kept: (messages) =>
      plural(messages, {
        one: ", eine Nachricht wörtlich behalten",
        other: `, ${messages} Nachrichten wörtlich behalten`,
      }),
  },

  line: {
    hook: (name, state) => `Hook ${name}: ${state}`,
    retry: (attempt, all, why) => `Versuch ${attempt} von ${all}: ${why}`,
    againIn: (time) => `, der nächste nach ${time}`,
    interrupted: "unterbrochen",
    interruptedInTool: "während eines Werkzeugaufrufs unterbrochen",
    continuedByHook: "Durchgang durch einen Hook fortgesetzt",
    continued: "Antwort abgeschnitten und fortgesetzt",
    injected: "Kontext von der CLI ergänzt",
    signingIn: "Anmeldung läuft…",
    signedIn: "angemeldet",
  },

  apiErrors: {
    authentication_failed: "Im Terminal mit `claude` anmelden, dann die Nachricht erneut senden.",
    billing_error: "Guthaben des Kontos prüfen, dann die Nachricht erneut senden.",
    rate_limit: "Warten, bis das Limit zurückgesetzt ist, dann die Nachricht erneut senden.",
    overloaded: "Der Dienst ist überlastet. Die Nachricht später erneut senden.",
    server_error: "Die Nachricht später erneut senden.",
    model_not_found: "Ein anderes Modell wählen.",
    invalid_request: "Die Unterhaltung mit /compact kürzen oder eine neue Sitzung starten.",
  },
  otherApiError: "Die Sitzung läuft weiter; die Nachricht erneut senden.",
  apiStatus: (status) => ` (Status ${status})`,
};
