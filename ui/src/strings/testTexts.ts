// The texts of unit tests are English.

import { loadCore, loadLate } from "./load";

await loadCore("en");
await loadLate("en");
