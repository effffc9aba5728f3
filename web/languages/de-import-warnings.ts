/**
 * Warnings of imports and their parts in German, without file, row and final period; `$1` is a part of the text, which
 * may be a message of the list.
 */
const MESSAGES: readonly (readonly [RegExp, string])[] = [
  // Rows of archives.
  [/^belongs to a thread that is left out$/, 'gehört zu einer Diskussion, die ausgelassen wird'],
  [/^(.+) and becomes pending$/s, '$1 und wird ausstehend'],
  [/^(.+) and is left out$/s, '$1 und wird ausgelassen'],
  [
    /^has the external_id of an earlier one; others refer to that$/,
    'hat die external_id eines früheren Eintrags; andere beziehen sich auf diesen',
  ],
  [/^is on requirement (.+), which is not there,$/s, 'gehört zur Anforderung $1, die es nicht gibt,'],
  [/^replies to no comment on its requirement$/, 'antwortet auf keinen Kommentar zu seiner Anforderung'],
  [
    /^is a duplicate of no other top-level comment$/,
    'ist kein Duplikat eines anderen Kommentars der obersten Ebene',
  ],
  [/^is addressed by no requirement$/, 'wird durch keine Anforderung behandelt'],
  [
    /^is addressed by requirement (.+), which is not there,$/s,
    'wird durch die Anforderung $1 behandelt, die es nicht gibt,',
  ],
  [/^has an unknown (?:action|triage status)$/, 'hat eine unbekannte Aktion oder einen unbekannten Status'],
  [/^is a step of no requirement$/, 'ist ein Schritt ohne Anforderung'],
  [/^has no text$/, 'hat keinen Text'],
  [/^names an unknown section, left out$/, 'nennt einen unbekannten Abschnitt, der ausgelassen wird'],
  [
    /^is pending and cannot be closed; it becomes open$/,
    'ist ausstehend und kann nicht geschlossen sein; der Kommentar wird offen',
  ],
  [
    /^is not a top-level comment; its status is left out$/,
    'ist kein Kommentar der obersten Ebene; der Status wird ausgelassen',
  ],
  [/^names a requirement$/, 'nennt eine Anforderung'],
  [
    /^was first on requirement (.+), which is not there$/s,
    'gehörte zuerst zur Anforderung $1, die es nicht gibt',
  ],
  [
    /^has a reaction without a person or of an unknown kind, left out$/,
    'hat eine Reaktion ohne Person oder unbekannter Art, die ausgelassen wird',
  ],
  [
    /^is assigned to (.+) without an email address, so the assignment is left out$/s,
    'ist $1 ohne E-Mail-Adresse zugewiesen; die Zuweisung wird ausgelassen',
  ],
  [/^requirement (.+) was deleted$/s, 'Anforderung $1 wurde gelöscht'],
  [
    /^requirement (.+) has no severity and becomes medium$/s,
    'Anforderung $1 hat keinen Schweregrad und wird mittel',
  ],
  [
    /^requirement (.+) has locks of unknown sections, left out$/s,
    'Anforderung $1 hat Sperren unbekannter Abschnitte, die ausgelassen werden',
  ],
  [
    /^the answer to (.*) is not an http or https address and is left out: (.+)$/s,
    'die Antwort auf $1 ist keine http- oder https-Adresse und wird ausgelassen: $2',
  ],
  [
    /^the metadata entry (.+) is not a text that can be stored, and is left out$/s,
    'der Metadaten-Eintrag $1 ist kein Text, der gespeichert werden kann, und wird ausgelassen',
  ],
  // Components, guides and people of archives.
  [
    /^the component (.*) that it overlays is not here; it becomes one of its own$/s,
    'die Komponente $1, die sie überlagert, gibt es hier nicht; sie wird eigenständig',
  ],
  [
    /^the question (.+) offers nothing to choose and takes any text$/s,
    'die Frage $1 hat keine Auswahl und nimmt jeden Text an',
  ],
  [
    /^(.+) has an open invitation already, which stays as it is$/s,
    '$1 ist bereits eingeladen; die Einladung bleibt unverändert',
  ],
  [/^(.+) is named by another row$/s, '$1 kommt in einer anderen Zeile vor'],
  [/^(.+) has no address$/s, '$1 hat keine Adresse'],
  [/^(.+) has no role that is known here$/s, '$1 hat keine hier bekannte Rolle'],
  [/^(.+) is already a member and keeps the role$/s, '$1 ist bereits Mitglied und behält die Rolle'],
  [/^The member$/, 'Das Mitglied'],
  [
    /^(.+)\. Only a system administrator can add it from the archive$/s,
    '$1. Nur ein Systemadministrator kann sie aus dem Archiv hinzufügen',
  ],
  [/^the further SRG (.+) is not in the catalog$/s, 'die weitere SRG $1 ist nicht im Katalog'],
  [/^the further SRG (.+) is of the wrong kind$/s, 'die weitere SRG $1 ist von der falschen Art'],
  [
    /^manifest\.json names (.+), component\.json names (.+), which is used$/s,
    'manifest.json nennt $1, component.json nennt $2; diese wird verwendet',
  ],
  [
    /^(.+) is not in the catalog; the rules of it that requirements name are looked for in other releases$/s,
    '$1 ist nicht im Katalog; die Regeln, die Anforderungen nennen, werden in anderen Releases gesucht',
  ],
  [/^(.+) is not in the catalog; (.+) is used$/s, '$1 ist nicht im Katalog; $2 wird verwendet'],
  [
    /^component_filter names (.+), which the archive does not hold$/s,
    'component_filter nennt $1, was das Archiv nicht enthält',
  ],
  [/^(.+)\. It is left out$/s, '$1. Sie wird ausgelassen'],
  [
    /^This project already has a component named (.+) with version (.+) and release (.+)$/s,
    'Dieses Projekt hat bereits eine Komponente $1 mit Version $2 und Release $3',
  ],
  [/^none$/, 'ohne Angabe'],
  [
    /^(\S+) satisfactions of requirements that were left out are left out too$/,
    '$1 Verknüpfungen ausgelassener Anforderungen wurden auch ausgelassen',
  ],
  [
    /^it was released, but not all of its requirements are here and locked; it is imported unreleased$/,
    'sie war freigegeben, aber nicht alle Anforderungen sind hier und gesperrt; sie wird ohne Freigabe importiert',
  ],
  [
    /^it was released, but only a system administrator can release an SRG; it is imported unreleased$/,
    'sie war freigegeben, aber nur ein Systemadministrator kann eine SRG freigeben; sie wird ohne Freigabe importiert',
  ],
  [
    /^(\S+) comments? became pending, because the target of the decision was left out$/,
    '$1 Kommentare wurden ausstehend, weil das Ziel der Entscheidung ausgelassen wurde',
  ],
  [
    /^(\S+) reviews? left out with the requirements that were left out$/,
    '$1 Reviews wurden mit ihren Anforderungen ausgelassen',
  ],
  [/^(.+), and (\S+) more times?$/s, '$1, und $2 weitere Male'],
  [
    /^no account has the verified address (.+); comments and decisions keep the name, assignments and reactions are left out$/s,
    'kein Konto hat die bestätigte Adresse $1; Kommentare und Entscheidungen behalten den Namen, Zuweisungen und Reaktionen werden ausgelassen',
  ],
  [
    /^(.+) left out: people are attributed to accounts only if a system administrator asks for it$/s,
    '$1 ausgelassen: Personen werden Konten nur zugeordnet, wenn ein Systemadministrator das verlangt',
  ],
  [/^(.+ reactions?) and (.+ assignments?)$/, '$1 und $2'],
  [/^(\S+) reactions?$/, 'Reaktionen: $1'],
  [/^(\S+) assignments?$/, 'Zuweisungen: $1'],
  [
    /^requirement (.+) names no rule of the SRGs that are here$/s,
    'Anforderung $1 nennt keine Regel der vorhandenen SRGs',
  ],
  [
    /^requirement (.+) names no core rule that is here and becomes one of its own$/s,
    'Anforderung $1 nennt keine vorhandene Kernregel und wird eigenständig',
  ],
  [
    /^requirement (.+) names a rule that the SRGs of its component do not have; it is linked to that of (.+)$/s,
    'Anforderung $1 nennt eine Regel, die die SRGs der Komponente nicht haben; sie wird mit der von $2 verknüpft',
  ],
  [
    /^requirement (.+) was under review; no account is attributed, so the request is left out$/s,
    'Anforderung $1 war im Review; kein Konto ist zugeordnet, die Anfrage wird ausgelassen',
  ],
  [
    /^requirement (.+) answers questions that the component does not ask: (.+)$/s,
    'Anforderung $1 beantwortet Fragen, die die Komponente nicht stellt: $2',
  ],
  // Spreadsheets.
  [
    /^Satisfies names (.+), which is not a requirement of this component$/s,
    'Satisfies nennt $1, was keine Anforderung dieser Komponente ist',
  ],
  [/^(.+); the link is left out$/s, '$1; die Verknüpfung wird ausgelassen'],
  [/^(.+) cannot satisfy (.+?): (.+)$/s, '$1 kann $2 nicht erfüllen: $3'],
  [/^a requirement cannot satisfy itself$/, 'eine Anforderung kann sich nicht selbst erfüllen'],
  [
    /^(.+) is itself satisfied by another requirement$/s,
    '$1 wird selbst durch eine andere Anforderung erfüllt',
  ],
  [/^(.+) itself satisfies another requirement$/s, '$1 erfüllt selbst eine andere Anforderung'],
  [
    /^(.+) is (.+); its link with (.+) stays as it is$/s,
    '$1 ist $2; die Verknüpfung mit $3 bleibt unverändert',
  ],
  [/^locked$/, 'gesperrt'],
  [/^under review$/, 'im Review'],
  [/^section locked$/, 'in einem Abschnitt gesperrt'],
  [/^(.+); the row is left out$/s, '$1; die Zeile wird ausgelassen'],
  [/^there is no requirement (.+)$/s, 'es gibt keine Anforderung $1'],
  [/^no other requirement has the SRG id (.+)$/s, 'keine andere Anforderung hat die SRG-ID $1'],
  [
    /^several requirements have the SRG id (.*); the row was taken for (.+)$/s,
    'mehrere Anforderungen haben die SRG-ID $1; die Zeile wurde $2 zugeordnet',
  ],
  [
    /^(.+) has another prefix; the requirement becomes (.+)$/s,
    '$1 hat ein anderes Präfix; die Anforderung wird $2',
  ],
  [/^"(.*)" is not a CCI$/s, '„$1“ ist keine CCI'],
  [/^"(.*)" is not a status and is ignored$/s, '„$1“ ist kein Status und wird ignoriert'],
  [/^"(.*)" is not a severity and is ignored$/s, '„$1“ ist kein Schweregrad und wird ignoriert'],
  [/^"(.*)" is not a status$/s, '„$1“ ist kein Status'],
  [/^"(.*)" is not a severity$/s, '„$1“ ist kein Schweregrad'],
  [
    /^"(.*)" is not a valid value for "(.+)" and is ignored$/s,
    '„$1“ ist kein gültiger Wert für „$2“ und wird ignoriert',
  ],
  [/^an empty "(.+)" changes nothing$/s, 'ein leeres Feld „$1“ ändert nichts'],
  [/^(.+), also in (\S+)(?: other rows?)?$/s, '$1, auch in $2 weiteren Zeilen'],
  [
    /^"(.+)" differs from the requirement and is not read$/s,
    '„$1“ weicht von der Anforderung ab und wird nicht gelesen',
  ],
  [
    /^"(.*)" in "Adjudicated" is neither yes nor no and is not read$/s,
    '„$1“ in „Adjudicated“ ist weder ja noch nein und wird nicht gelesen',
  ],
  [/^"(.+)" is not read without the status (\w+)$/s, '„$1“ wird ohne den Status $2 nicht gelesen'],
  [
    /^"Thread Replies" has a text that is not in the thread and is not read; write replies into a column "Response"$/,
    '„Thread Replies“ hat einen Text, der nicht in der Diskussion ist und nicht gelesen wird; Antworten gehören in eine Spalte „Response“',
  ],
  [
    /^"(.+)" was cut to fit its cell and then edited; the change is left out$/s,
    '„$1“ war für die Zelle gekürzt und wurde dann bearbeitet; die Änderung wird ausgelassen',
  ],
  [
    /^"(.*)" is above the headers and is not read$/s,
    '„$1“ steht über den Überschriften und wird nicht gelesen',
  ],
  [/^"(.*)" names no (?:requirement|comment)$/s, '„$1“ nennt keine Anforderung oder keinen Kommentar'],
  [
    /^"(.*)" is in a column without a header and is not read$/s,
    '„$1“ ist in einer Spalte ohne Überschrift und wird nicht gelesen',
  ],
  [/^the note "(.*)" of a cell is not read$/s, 'die Notiz „$1“ einer Zelle wird nicht gelesen'],
  [/^the column (.+) is not known and is not read$/s, 'die Spalte $1 ist unbekannt und wird nicht gelesen'],
  [
    /^the column (.+) is not read, because (.+) is$/s,
    'die Spalte $1 wird nicht gelesen, weil $2 gelesen wird',
  ],
  [
    /^the sheet (.+) lacks the headers and is not read$/s,
    'dem Blatt $1 fehlen die Überschriften; es wird nicht gelesen',
  ],
  [/^the sheet (.+) is not read, because (.*) is$/s, 'das Blatt $1 wird nicht gelesen, weil $2 gelesen wird'],
  [/^(\S+) more warnings? (?:is|are) not shown$/, '$1 weitere Hinweise werden nicht gezeigt'],
]

/** Where a warning belongs: a file and a row, or the name of a file or component. */
const LOCATIONS: readonly (readonly [RegExp, string])[] = [
  [/^(.+?), memberships, row (\d+)$/s, '$1, Mitglieder, Zeile $2'],
  [/^(.+?), row (\d+)$/s, '$1, Zeile $2'],
]

/** Translates a warning of an import; unknown ones stay English. */
export function translateWarning(warning: string): string {
  const text = warning.replace(/\.$/, '')
  for (let at = text.indexOf(': '); at !== -1; at = text.indexOf(': ', at + 2)) {
    const german = translatePart(text.slice(at + 2), MESSAGES)
    const place = text.slice(0, at)
    if (german === undefined) continue
    return `${translatePart(place, MESSAGES) ?? translatePart(place, LOCATIONS) ?? place}: ${german}.`
  }
  const german = translatePart(text, MESSAGES)
  return german === undefined ? warning : `${german}.`
}

function translatePart(text: string, patterns: typeof MESSAGES): string | undefined {
  for (const [pattern, german] of patterns) {
    const match = pattern.exec(text)
    if (!match) continue
    return german.replaceAll(/\$(\d)/g, (_, index: string) => {
      const part = match[Number(index)] ?? ''
      return translatePart(part, MESSAGES) ?? translatePart(part, LOCATIONS) ?? part
    })
  }
  return undefined
}
