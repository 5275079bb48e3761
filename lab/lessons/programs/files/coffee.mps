* A roaster blends six coffees into two products, by the kilogram and for one week.
* Acidity and body are scores of the coffees, which mix by weight: each row of a score says that
* the blend's mean is on the right side, as sum of (score - limit) times kilograms.
* The constant of the profit is the rent, -2600; it stands as minus the side of its row.
NAME          COFFEE
OBJSENSE
    MAX
ROWS
 N  profit
 L  stock_santos
 L  stock_huila
 L  stock_sidamo
 L  stock_java
 L  stock_kerala
 L  stock_yunnan
 G  least_breakfast
 G  least_espresso
 G  mild_breakfast
 L  acid_breakfast
 L  acid_espresso
 G  body_espresso
 L  robusta_espresso
 L  roaster_hours
COLUMNS
    santos_breakfast  profit               5.1  stock_santos           1
    santos_breakfast  least_breakfast        1  mild_breakfast      -0.7
    santos_breakfast  acid_breakfast      -1.5  roaster_hours       0.01
    huila_breakfast   profit               3.6  stock_huila            1
    huila_breakfast   least_breakfast        1  mild_breakfast       1.4
    huila_breakfast   acid_breakfast       0.6  roaster_hours       0.01
    sidamo_breakfast  profit                 3  stock_sidamo           1
    sidamo_breakfast  least_breakfast        1  mild_breakfast         3
    sidamo_breakfast  acid_breakfast       2.2  roaster_hours       0.01
    java_breakfast    profit               4.2  stock_java             1
    java_breakfast    least_breakfast        1  mild_breakfast      -0.2
    java_breakfast    acid_breakfast        -1  roaster_hours       0.01
    kerala_breakfast  profit               6.2  stock_kerala           1
    kerala_breakfast  least_breakfast        1  mild_breakfast      -2.4
    kerala_breakfast  acid_breakfast      -3.2  roaster_hours       0.01
    yunnan_breakfast  profit               5.5  stock_yunnan           1
    yunnan_breakfast  least_breakfast        1  mild_breakfast       0.2
    yunnan_breakfast  acid_breakfast      -0.6  roaster_hours       0.01
    santos_espresso   profit               5.7  stock_santos           1
    santos_espresso   least_espresso         1  acid_espresso       -0.3
    santos_espresso   body_espresso       -0.6  robusta_espresso    -0.3
    santos_espresso   roaster_hours      0.013
    huila_espresso    profit               4.2  stock_huila            1
    huila_espresso    least_espresso         1  acid_espresso        1.8
    huila_espresso    body_espresso         -1  robusta_espresso    -0.3
    huila_espresso    roaster_hours      0.013
    sidamo_espresso   profit               3.6  stock_sidamo           1
    sidamo_espresso   least_espresso         1  acid_espresso        3.4
    sidamo_espresso   body_espresso       -2.2  robusta_espresso    -0.3
    sidamo_espresso   roaster_hours      0.013
    java_espresso     profit               4.8  stock_java             1
    java_espresso     least_espresso         1  acid_espresso        0.2
    java_espresso     body_espresso        0.8  robusta_espresso    -0.3
    java_espresso     roaster_hours      0.013
    kerala_espresso   profit               6.8  stock_kerala           1
    kerala_espresso   least_espresso         1  acid_espresso         -2
    kerala_espresso   body_espresso        1.6  robusta_espresso     0.7
    kerala_espresso   roaster_hours      0.013
    yunnan_espresso   profit               6.1  stock_yunnan           1
    yunnan_espresso   least_espresso         1  acid_espresso        0.6
    yunnan_espresso   body_espresso       -1.4  robusta_espresso    -0.3
    yunnan_espresso   roaster_hours      0.013
RHS
    week              profit              2600  stock_santos         900
    week              stock_huila          500  stock_sidamo         400
    week              stock_java           450  stock_kerala         700
    week              stock_yunnan         600  least_breakfast      800
    week              least_espresso       600  roaster_hours         25
ENDATA
