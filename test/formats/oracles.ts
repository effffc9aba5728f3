export interface Oracle {
  file: string
  sha: string
  id: string
  title: string
  name: string
  version: string
  date: string | null
  severities: string
  core: boolean
  rows366: number
  cci: number
  perRule: string
  legacy: number
  first: string
  lengths: string
  last: string
  longTitles: number
}

/** One line per file: the figures of rule C-20. */
export const ORACLES: Oracle[] = [
  'srgs/U_Application_Core_SRG_V4R1|dad4a90d8098|Application_Core_SRG|Application Core Security Requirements Guide|Application Core SRG - Ver 4, Rel 1|V4R1||1/320/0|core|1|259|320x1 1x5|0|SRG-APP-000001 SV-SRG-APP-000001_rule|930/123/50|SRG-APP-000955|18',
  'srgs/U_Container_Platform_SRG_V2R4|3928c9c1fcf5|Container_Platform_SRG|Container Platform Security Requirements Guide|Container Platform SRG - Ver 2, Rel 4|V2R4|2025-10-28|8/177/3||4|127|188x1|0|SRG-APP-000014-CTR-000035 SV-233015r960759_rule|862/248/238|SRG-APP-001035-CTR-000323|3',
  'srgs/U_Database_SRG_V4R4|5235b128fe36|Database_Generic|Database Security Requirements Guide|Database Generic - Ver 4, Rel 4|V4R4|2025-10-28|14/128/0||1|100|142x1|240|SRG-APP-000001-DB-000031 SV-206519r960735_rule|1670/1114/605|SRG-APP-001035-DB-000323|1',
  'srgs/U_GPOS_SRG_V3R3|5d1966de656f|General_Purpose_Operating_System|General Purpose Operating System Security Requirements Guide|General Purpose Operating System - Ver 3, Rel 3|V3R3|2025-10-28|20/173/10||10|157|199x1 3x2 1x5|370|SRG-OS-000001-GPOS-00001 SV-203591r958362_rule|1671/137/107|SRG-OS-000835-GPOS-00305|3',
  'srgs/U_Network_Core_SRG_V4R3|8a231a739924|Network_Core_SRG|Network Core Security Requirements Guide|Network Core SRG - Ver 4, Rel 3|V4R3||1/194/0|core|18|161|178x1 17x2|0|SRG-NET-000004 SV-SRG-NET-000004_rule|1188/227/81|SRG-NET-000815|7',
  'srgs/U_Operating_System_Core_SRG_V3R1|e8017ca5d5b3|Operating_System_Core|Operating System Core Security Requirements Guide|Operating System Core - Ver 3, Rel 1|V3R1||2/261/0|core|1|212|262x1 1x5|0|SRG-OS-000001 SV-SRG-OS-000001_rule|1666/124/55|SRG-OS-000805|6',
  'srgs/U_Web_Server_SRG_V4R4|0c92ccd26fe7|Web_Server_SRG|Web Server Security Requirements Guide|Web Server SRG - Ver 4, Rel 4|V4R4|2025-10-28|5/121/0||3|83|125x1 1x2|188|SRG-APP-000001-WSR-000001 SV-206350r960735_rule|592/189/68|SRG-APP-001035-WSR-000340|1',
  'stigs/U_CD_PGSQL_STIG_V3R1|fa9ea1c65dd1|Crunchy_Data_PostgreSQL_STIG|Crunchy Data PostgreSQL Security Technical Implementation Guide|Crunchy Data PostgreSQL STIG - Ver 3, Rel 1|V3R1|2024-07-24|14/98/1||0|71|113x1|0|CD12-00-000100 SV-233511r960966_rule|1335/204/710|CD12-00-012900|1',
  'stigs/U_MS_Windows_Server_2025_V1R0-1_STIG|c8d27caa0396|MS_Windows_Server_2025_STIG|Microsoft Windows Server 2025 |MS Windows Server 2025 STIG - Ver 1, Rel 0.1|V1R0.1|2025-08-12|30/239/12||54|95|214x1 51x2 8x3 2x5 5x6 1x7|0|WN25-00-000001 SV-277982r1128986_rule|523/377/174|WN25-UR-000220|4',
].map((line) => {
  const [
    file = '',
    sha = '',
    id = '',
    title = '',
    name = '',
    version = '',
    date,
    severities = '',
    core,
    ...rest
  ] = line.split('|')
  const [rows366, cci, perRule = '', legacy, first = '', lengths = '', last = '', longTitles] = rest
  return {
    file: `${file}_Manual-xccdf.xml`,
    sha,
    id,
    title,
    name,
    version,
    date: date || null,
    severities,
    core: core === 'core',
    rows366: Number(rows366),
    cci: Number(cci),
    perRule,
    legacy: Number(legacy),
    first,
    lengths,
    last,
    longTitles: Number(longTitles),
  }
})
