/** The rooms register here what they add to the engine. Importing this file adds it, once for the process. */
import { taxContent } from './business/taxRates.ts';
import { leaveHooks } from './engine/approvals/leave.ts';
import { dictionaryHooks } from './engine/dictionary/hooks.ts';
import { registerHooks } from './engine/hooks.ts';
import { registerEnding } from './engine/identity/endAccess.ts';
import { peopleHooks } from './engine/identity/hooks.ts';
import { registerContent } from './engine/identity/seed.ts';
import { calendarContent } from './engine/time/calendarContent.ts';
import { alarmHooks } from './sites/alarms/hooks.ts';
import { boardHooks } from './sites/boards/hooks.ts';
import { revokeLinksOf } from './sites/boards/ownLinks.ts';
import { channelHooks } from './sites/channels/hooks.ts';
import { energyHooks } from './sites/energy/check.ts';
import { energyContent } from './sites/energy/factors.ts';
import { siteHooks } from './sites/overview/hooks.ts';

registerHooks(peopleHooks);
registerHooks(dictionaryHooks);
registerHooks({ leave: leaveHooks, board: boardHooks });
registerHooks(energyHooks);
registerHooks(channelHooks);
registerHooks(siteHooks);
registerHooks(alarmHooks);
registerEnding(revokeLinksOf);
registerContent(calendarContent);
registerContent(energyContent);
registerContent(taxContent);
