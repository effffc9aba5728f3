/** What an import rejected, skipped or changed in a file, and why, as the service writes it; `$1` and `$2` are parts of the text. */
export const GERMAN_WARNINGS: readonly (readonly [RegExp, string])[] = [
  [/^the date "(.*)"$/s, 'das Datum „$1“'],
  [/^a further (?:title|description|version) of the benchmark$/, 'ein weiterer Text der Benchmark'],
  [/^a further title of the group ?(.*)$/s, 'ein weiterer Titel der Gruppe $1'],
  [/^a further (title|version|status|reference) of (.+)$/s, 'ein weiteres Element $1 von $2'],
  [/^the text "(.*)" in the description of (.+)$/s, 'der Text „$1“ in der Beschreibung von $2'],
  [/^the text "(.*)" in (\S+)$/s, 'der Text „$1“ in $2'],
  [/^the element (\S+) (?:in|of) (.+)$/s, 'das Element $1 in $2'],
  [/^the substitution of (\S+) (?:in|of) (.+)$/s, 'die Ersetzung von $1 in $2'],
  [/^what (.+) takes from (.+)$/s, 'was $1 von $2 übernimmt'],
  [/^how (.+) combines its checks \((.*)\)$/s, 'wie $1 die Prüfungen verknüpft ($2)'],
  [/^the absent severity of (.+)$/s, 'der fehlende Schweregrad von $1'],
  [/^the severity "(.*)" of (.+)$/s, 'der Schweregrad „$1“ von $2'],
  [/^the description "(.*)" of the group ?(.*)$/s, 'die Beschreibung „$1“ der Gruppe $2'],
  [/^1 relation between objects$/, '1 Relation zwischen Objekten'],
  [/^(\d+) relations between objects$/, '$1 Relationen zwischen Objekten'],
  [/^(\d+) images or embedded files$/, '$1 Bilder oder eingebettete Dateien'],
  [/^Attribute (.+), 1 value$/s, 'Attribut $1, 1 Wert'],
  [/^Attribute (.+), (\d+) values$/s, 'Attribut $1, $2 Werte'],
  [/^Object (.+)$/s, 'Objekt $1'],
  [/^File (.+)$/s, 'Datei $1'],
  [/^It is not a date that can be read\.$/, 'Das Datum ist nicht lesbar.'],
  [
    /^A guide has one (?:title|description|version); the first one is used\.$/,
    'Ein Leitfaden hat nur einen solchen Text; der erste wird verwendet.',
  ],
  [
    /^A group has one title; the first one is used\.$/,
    'Eine Gruppe hat einen Titel; der erste wird verwendet.',
  ],
  [
    /^A catalog rule has one (\w+); the first one is used\.$/,
    'Eine Regel des Katalogs hat nur ein Element $1; das erste wird verwendet.',
  ],
  [/^It is outside the parts of the description\.$/, 'Er gehört zu keinem Teil der Beschreibung.'],
  [/^XCCDF allows no text there\.$/, 'XCCDF erlaubt dort keinen Text.'],
  [
    /^A catalog(?: rule)? has no field for it; the document that is stored keeps it\.$/,
    'Der Katalog hat kein Feld dafür; das gespeicherte Dokument enthält es.',
  ],
  [/^It is not a known XCCDF element there\.$/, 'Es ist dort kein bekanntes Element von XCCDF.'],
  [
    /^The file defines no value with that id before it\.$/,
    'Die Datei definiert davor keinen Wert mit dieser ID.',
  ],
  [
    /^Rules that extend others are read as they are written\.$/,
    'Regeln, die andere erweitern, werden gelesen, wie sie geschrieben sind.',
  ],
  [
    /^The checks of a complex-check are imported one by one\.$/,
    'Die Prüfungen eines complex-check werden einzeln importiert.',
  ],
  [
    /^A catalog rule has the severity high, medium or low; it becomes medium\.$/,
    'Eine Regel des Katalogs hat den Schweregrad hoch, mittel oder niedrig; er wird mittel.',
  ],
  [/^Relations are not read\.$/, 'Relationen werden nicht gelesen.'],
  [
    /^Only the text of a formatted value is read\.$/,
    'Von einem formatierten Wert wird nur der Text gelesen.',
  ],
  [/^It is not a field of a requirement\.$/, 'Es ist kein Feld einer Anforderung.'],
  [
    /^It has no text, and no title with an id: a chapter, or its attributes need a mapping\.$/,
    'Es hat keinen Text und keinen Titel mit ID: ein Kapitel, oder die Attribute brauchen eine Zuordnung.',
  ],
  [/^It is outside the profile\.$/, 'Sie liegt außerhalb des Profils.'],
  [
    /^Row (\d+) decides differently on the same comment\.$/,
    'Zeile $1 entscheidet denselben Kommentar anders.',
  ],
  [/^The row is of another component\.$/, 'Die Zeile gehört zu einer anderen Komponente.'],
  [
    /^The row is about the section (.+), and comment (#\d+) is not\.$/s,
    'Die Zeile betrifft den Abschnitt $1, der Kommentar $2 nicht.',
  ],
  [/^The row is about (.+), and comment (#\d+) is not\.$/s, 'Die Zeile betrifft $1, der Kommentar $2 nicht.'],
  [
    /^The text of the row differs from comment (#\d+)\.$/,
    'Der Text der Zeile ist anders als der von Kommentar $1.',
  ],
  [
    /^The row has neither a comment id nor a comment\.$/,
    'Die Zeile hat weder eine Nummer noch einen Text des Kommentars.',
  ],
  [/^"(.*)" is not a section\.$/s, '„$1“ ist kein Abschnitt.'],
  [
    /^(?:comment_id )?names no comment of this component\.?$/i,
    'Die Nummer gehört zu keinem Kommentar dieser Komponente.',
  ],
]
