// Every screen in German, in light, dark and high contrast.
import { describeLooks } from './accessibility-looks.ts';

describeLooks('de');
