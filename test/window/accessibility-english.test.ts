// Every screen in English, in light, dark and high contrast.
import { describeLooks } from './accessibility-looks.ts';

describeLooks('en');
